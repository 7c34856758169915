import { api, everyone } from '../../http/api.server.ts';
import { textAnswer } from '../../http/text-answer.server.ts';

/** What is personal or changes something; `$` ends an address, or /subscriptions would be meant as well. */
const closed = [
  ...['/api/', '/auth', '/account', '/admin', '/checkout', '/dashboard', '/library', '/messages'],
  ...['/notifications', '/profile', '/report', '/requests', '/sandbox/', '/studio', '/upload'],
  ...[
    '/subscribe$',
    '/subscribe?',
    '/subscribe/',
    '/content/*/',
    '/creators/*/follow',
    '/creators/*/request',
  ],
];

/** The picture of a shared link: whoever shows it asks first. The longer rule wins. */
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
