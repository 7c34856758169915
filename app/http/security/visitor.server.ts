import { hash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { isbot } from 'isbot';
import { isPhone } from '../../features/site/landing/is-phone.ts';
import type { Viewer, Visitor } from '../../scope.ts';
import { knownZone } from '../../ui/time-zone.ts';
import { memo } from '../cache/memo.ts';
import { addressOf } from './address.server.ts';
import { type Cookies, cookieValues, themeOf } from './cookies.server.ts';

/** The account, or a hash that changes daily, for counting and limits. */
export function visitorOf(
  request: IncomingMessage,
  viewer: Viewer | null,
  { secret, now, proxies }: { secret: string; now: Date; proxies: number },
): Visitor {
  const address = addressOf(request, proxies);
  const agent = request.headers['user-agent'] ?? '';
  const dayKey = viewer ? `member:${viewer.id}` : keyOfDay(secret, now, `${address}\n${agent}`);
  const isBot = agent === '' || isRobot(agent);
  const timeZone = knownZone(cookieValues(request.headers.cookie).get('zone'));
  const common = { hasEndedSession: false, deviceTokens: [] };
  return { dayKey, address, isBot, savesData: savesData(request), timeZone, ...common };
}

const robots = memo<boolean>();

const isRobot = (agent: string) => robots(agent, () => isbot(agent));

function keyOfDay(secret: string, now: Date, who: string): string {
  const day = Math.floor(now.getTime() / dayMs);
  // In one call, which takes a fifth of an HMAC; what is cut off cannot be extended to another hash.
  return hash('sha256', `${secret}\n${day}\n${who}`, 'base64url').slice(0, 22);
}

const dayMs = 24 * 60 * 60 * 1_000;

const savesData = ({ headers }: IncomingMessage) => headers['save-data'] === 'on';

/** Whether to show the splash: on the first document of a visit, without data saving, never to robots. */
export const isFirstOfVisit = (request: IncomingMessage): boolean =>
  !cookieValues(request.headers.cookie).has('visit') && mayBeginVisit(request);

function mayBeginVisit(request: IncomingMessage): boolean {
  const { referer, accept, 'user-agent': agent } = request.headers;
  if (request.method !== 'GET' || !accept?.includes('text/html') || savesData(request) || referer)
    return false;
  return Boolean(agent) && !isRobot(agent ?? '');
}

/** What of a visitor's cookies a page depends on. Those of a viewer are never remembered, because they hold a secret. */
interface Marks {
  hasVisit: boolean;
  theme: string;
}

/** By the cookies as they are sent; apart for each set of names, because those of production are others. */
const marks = new WeakMap<Cookies, ReturnType<typeof memo<Marks | null>>>();
const mostMarks = 2_000;

function marksOf(cookie: string, cookies: Cookies): Marks | null {
  let known = marks.get(cookies);
  if (!known) {
    known = memo<Marks | null>(mostMarks);
    marks.set(cookies, known);
  }
  return known(cookie, () => readMarks(cookie, cookies));
}

/** Null for a viewer, which the memo does not keep. */
function readMarks(cookie: string, cookies: Cookies): Marks | null {
  const values = cookieValues(cookie);
  if ([cookies.session, cookies.begun, cookies.flash].some(({ name }) => values.has(name))) return null;
  return { hasVisit: values.has('visit'), theme: String(themeOf(values)) };
}

/** The key of a visitor's page; null for a viewer with a session, a half sign-in or a toast. */
export function pageVariant(request: IncomingMessage, cookies: Cookies): string | null {
  const { headers } = request;
  const found = marksOf(headers.cookie ?? '', cookies);
  if (!found) return null;
  const onPhone = isPhone({ get: (name) => String(headers[name] ?? '') });
  const isFirst = !found.hasVisit && mayBeginVisit(request);
  return `${onPhone} ${savesData(request)} ${isFirst} ${found.theme}`;
}
