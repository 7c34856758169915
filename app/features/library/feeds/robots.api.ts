import { api, everyone } from '../../../http/api/api.server.ts';
import { textAnswer } from '../../../http/cache/text-answer.server.ts';

/** Personal addresses and those that change data. `$` ends an address; without it /subscriptions would match too. */
const closed = [
  ...['/api/', '/auth', '/account', '/admin', '/checkout', '/dashboard', '/history', '/library', '/messages'],
  ...[
    '/notebook',
    '/notifications',
    '/profile',
    '/report',
    '/requests',
    '/sandbox/',
    '/studio',
    '/upload',
    '/welcome/',
  ],
  ...[
    '/subscribe$',
    '/subscribe?',
    '/subscribe/',
    '/content/*/',
    '/comments/*/',
    '/comments/unanswered',
    '/creators/*/follow',
    '/creators/*/request',
    '/lists$',
    '/lists/*/',
    '/lists/of-items',
    '/map/next',
    '/map/missing',
    '/map/p/*/follow',
    '/map/p/*/pack.zip',
    '/map/p/*/sheet',
    '/map/propos',
    '/map/correct',
    // There are as many questions as pairs of names.
    '/map/way?',
    '/map/way/',
  ],
];

/** The image of a shared link, which other sites fetch. The longer rule wins. */
const open = ['/content/*/card.jpg'];

const call = api({
  GET: everyone(({ origin }, { request }) => {
    const lines = [
      'User-agent: *',
      ...closed.map((path) => `Disallow: ${path}`),
      ...open.map((path) => `Allow: ${path}`),
    ];
    const text = [...lines, '', `Sitemap: ${origin}/sitemap.xml`, ''].join('\n');
    return textAnswer(request, text, 'text/plain; charset=utf-8');
  }),
});
export const loader = call.loader;
export const action = call.action;
