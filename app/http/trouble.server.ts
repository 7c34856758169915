import type { IncomingMessage, ServerResponse } from 'node:http';
import siteCss from '../styles/site.css?url';
import { log, requestId } from './log.server.ts';
import { databaseIsAway } from './outage.server.ts';

const words = {
  away: [
    503,
    'Back in a moment',
    'We are having trouble reaching our database. This page tries again by itself.',
  ],
  late: [503, 'This takes too long', 'We could not answer in time. This page tries again by itself.'],
  many: [429, 'One moment, please', 'That was a lot in a short time. Please wait a little and try again.'],
  broken: [500, 'Something broke on our side', 'We have written it down. Please try again in a moment.'],
} as const;

/** The answer when there is no page to say it in: not even the viewer could be read, or nobody answered. */
export function answerTrouble(
  error: unknown,
  request: IncomingMessage & { originalUrl?: string },
  response: ServerResponse,
) {
  const path = (request.originalUrl ?? request.url ?? '').split('?', 1)[0] ?? '';
  const isOurs = error instanceof Late || error instanceof TooMany;
  if (!isOurs) log.error({ error, path }, 'unanswered');
  if (response.headersSent) return void response.destroy();
  const kind = kindOf(error);
  const [status, title, text] = words[kind];
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  response.statusCode = status;
  response.setHeader('Cache-Control', 'private, no-store');
  if (status === 503) response.setHeader('Retry-After', '5');
  if (error instanceof TooMany) response.setHeader('Retry-After', String(error.retryAfter));
  if (path.startsWith('/api/') || !/text\/html|\*\/\*/.test(request.headers.accept ?? '*/*')) {
    response.setHeader('Content-Type', 'application/json');
    response.end(JSON.stringify({ message: text.replace(' This page tries again by itself.', '') }));
    return;
  }
  // Browsers know this header everywhere; a form that was sent is not sent again behind anybody's back.
  if (status === 503 && isRead) response.setHeader('Refresh', '5');
  const told = isRead
    ? text
    : text.replace('This page tries again by itself.', 'Please go back and try again.');
  response.setHeader('Content-Type', 'text/html; charset=utf-8');
  const reference = requestId() ?? String(response.getHeader('X-Request-Id') ?? '');
  const small = `<p class="soft small">Reference: ${reference}</p>`;
  response.end(bareDocument({ title, text: told, more: small, link: { href: '', label: 'Try again' } }));
}

/** Nobody answered this request in time. */
export class Late extends Error {}

/** Too many requests of one address; `retryAfter` in seconds. */
export class TooMany extends Error {
  readonly retryAfter: number;
  constructor(retryAfter: number) {
    super('Too many requests');
    this.retryAfter = retryAfter;
  }
}

function kindOf(error: unknown): keyof typeof words {
  if (error instanceof Late) return 'late';
  if (error instanceof TooMany) return 'many';
  return databaseIsAway(error) ? 'away' : 'broken';
}

interface Bare {
  title: string;
  text: string;
  more?: string;
  link: { href: string; label: string };
}

/** A document without the frame of the site, for where no page can be rendered; its parts are markup already. */
export const bareDocument = ({ title, text, more = '', link }: Bare) => `<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} | Summa</title><link rel="stylesheet" href="${siteCss}"></head>
<body><main id="main"><div class="empty"><h1>${title}</h1><p class="soft">${text}</p>
${more}<p><a class="button" href="${link.href}">${link.label}</a></p></div></main></body></html>
`;
