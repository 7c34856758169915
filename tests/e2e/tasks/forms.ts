import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { requestTransitions } from '../../../app/features/commerce/custom-requests/steps/may-transition.ts';
import routes from '../../../app/routes.ts';

interface Row {
  path?: string;
  file: string;
  children?: Row[];
}

interface Address {
  path: string;
  file: string;
}

/** Every address as app/routes.ts writes it; the steps of a request, which share one row, each by itself. */
function addressesIn(rows: Row[], above = ''): Address[] {
  return rows.flatMap(({ path, file, children = [] }) => {
    const here = path ? `${above}/${path}` : above;
    const own = here.endsWith('/:transition')
      ? requestTransitions.map((transition) => here.replace(':transition', transition))
      : [here || '/'];
    return [...own.map((each) => ({ path: each, file })), ...addressesIn(children, here)];
  });
}

/** What no task does, and why. */
const exceptions: Record<string, string> = {
  '/*': 'takes no form: says that there is no such page',
  '/admin': 'takes no form: leads to the first tab',
  '/admin/*': 'takes no form: says that there is no such page',
  '/emails/off/:token': 'its address is in an email that comes five minutes after a message',
  '/styleguide': 'shows a form that keeps nothing, for those who build the site',
  '/content/:id/card.jpg': 'for the sites where a link is passed on',
  '/content/:id/media/:mediaId/captions/:language': 'for the player of a video',
  '/content/:id/chapters.vtt': 'for the player of a video',
  '/content/:id/view': 'for browsers, beside a page from a shared cache',
  '/creators/:username/feed.xml': 'for readers of feeds',
  '/feed.xml': 'for readers of feeds',
  '/map/feed.xml': 'for readers of feeds',
  '/map/drawing/:name': 'for the pictures of pages',
  '/robots.txt': 'for search engines',
  '/sitemap.xml': 'for search engines',
  '/sandbox/stripe.js': 'for the card form',
  '/sandbox/v1/payment_intents/:paymentId/confirm': 'for the card form',
};

const takesForms = ({ file }: Address) =>
  /\.(page|action)\.tsx?$/.test(file) && /^export .*\baction\b/m.test(readFileSync(`app/${file}`, 'utf8'));
const isFile = ({ path, file }: Address) => file.endsWith('.api.ts') && !/^\/api\b/.test(path);

const open = addressesIn(routes as Row[]).filter((each) => takesForms(each) || isFile(each));

/** Exceptions of what is not there any more. */
export const idle = Object.keys(exceptions).filter((path) => !open.some((each) => each.path === path));

const handled = open.filter(({ path }) => !(path in exceptions));
/** Each address that takes a form or gives a file, and that people use by hand. */
export const byHand = handled.map(({ path }) => path);

const colons = ({ path }: Address) => path.split(':').length;
const shapes = handled
  // Fixed words come before parameters.
  .toSorted((a, b) => colons(a) - colons(b))
  .map((each) => ({ ...each, shape: new RegExp(`^${each.path.replaceAll(/:\w+/g, '[^/]+')}$`) }));

/** Watches which forms a page sends that are taken, and which files it asks for; by their addresses in `byHand`. */
export function watched(page: Page): Set<string> {
  const seen = new Set<string>();
  const see = (url: string, wanted: (address: Address) => boolean) => {
    const { pathname } = new URL(url);
    const found = shapes.find((each) => wanted(each) && each.shape.test(pathname));
    if (found) seen.add(found.path);
  };
  page.on('response', (response) => {
    if (response.request().method() === 'POST' && response.status() < 400) see(response.url(), takesForms);
  });
  page.on('request', (request) => {
    if (request.method() === 'GET' && request.isNavigationRequest()) see(request.url(), isFile);
  });
  // What a link marks as a download is no request of the page.
  page.on('download', (file) => see(file.url(), isFile));
  return seen;
}
