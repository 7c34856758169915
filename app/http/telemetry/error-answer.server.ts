import type { ServerResponse } from 'node:http';
import siteCss from '../../styles/site.css?url';
import { type NodeRequest, pathOf } from '../node-request.ts';
import { log, requestId } from './log.server.ts';
import { type Outage, outageOf, retryAfterSeconds } from './outage.server.ts';

const words = {
  slow: [408, 'That took too long to arrive', 'Not all of it arrived in time. Please send it again.'],
  late: [503, 'This takes too long', 'We could not answer in time. This page tries again by itself.'],
  busy: [503, 'One moment, please', 'Many people are here just now. This page tries again by itself.'],
  many: [429, 'One moment, please', 'That was a lot in a short time. Please wait a little and try again.'],
  broken: [500, 'Something broke on our side', 'We have written it down. Please try again in a moment.'],
} as const;

/** The answer when no page can be rendered: the viewer could not be read, or the request timed out. */
export function answerError(error: unknown, request: NodeRequest, response: ServerResponse) {
  const path = pathOf(request);
  const isOurs = ours.some((kind) => error instanceof kind);
  if (!isOurs) log.error({ error, path }, 'unanswered');
  if (response.headersSent) return void response.destroy();
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  const reference = requestId() ?? String(response.getHeader('X-Request-Id') ?? '');
  const { status, headers, body } = errorAnswer(error, { wantsPage: wantsPage(request), isRead, reference });
  response.statusCode = status;
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  response.end(body);
}

/** Whether the answer is for a person, and not for a program. */
export const wantsPage = (request: NodeRequest) =>
  !pathOf(request).startsWith('/api/') && /text\/html|\*\/\*/.test(request.headers.accept ?? '*/*');

interface Asked {
  wantsPage: boolean;
  isRead: boolean;
  /** The number of the request; empty if nothing is logged of it. */
  reference: string;
}

/** The status, headers and body of such an answer. */
export function errorAnswer(error: unknown, { wantsPage, isRead, reference }: Asked) {
  const [status, title, text] = wordsOf(error);
  const headers: Record<string, string> = { 'Cache-Control': 'private, no-store' };
  if (status === 503) headers['Retry-After'] = String(retryAfterSeconds);
  if (error instanceof TooManyRequests) headers['Retry-After'] = String(error.retryAfter);
  if (!wantsPage) {
    headers['Content-Type'] = 'application/json';
    const message = text.replace(' This page tries again by itself.', '');
    return { status, headers, body: JSON.stringify({ message }) };
  }
  // All browsers know this header; a form is not submitted again without the member.
  if (status === 503 && isRead) headers.Refresh = String(retryAfterSeconds);
  const sentence = isRead
    ? text
    : text.replace('This page tries again by itself.', 'Please go back and try again.');
  headers['Content-Type'] = 'text/html; charset=utf-8';
  const more = reference && `<p class="soft small">Reference: ${reference}</p>`;
  const link = { href: '', label: 'Try again' };
  return { status, headers, body: errorDocument({ title, text: sentence, more, link }) };
}

export class RequestTimeout extends Error {}

/** The sender was too slow. */
export class SlowBody extends Error {}

/** There is more to do than this process can. */
export class Overload extends Error {}

export class TooManyRequests extends Error {
  readonly retryAfter: number;
  constructor(retryAfter: number) {
    super('Too many requests');
    this.retryAfter = retryAfter;
  }
}

/** Errors that are no news. */
const ours = [RequestTimeout, SlowBody, Overload, TooManyRequests];

function wordsOf(error: unknown): readonly [status: number, title: string, text: string] {
  if (error instanceof SlowBody) return words.slow;
  if (error instanceof RequestTimeout) return words.late;
  if (error instanceof Overload) return words.busy;
  if (error instanceof TooManyRequests) return words.many;
  const outage = outageOf(error);
  if (!outage) return words.broken;
  const isWaitedFor = outage.status === 503;
  const text = isWaitedFor
    ? outage.message.replace(retries, 'This page tries again by itself.')
    : outage.message;
  return [outage.status, outageTitle, text];
}

const outageTitle = 'Back in a moment';
const retries = /Please try again( in a moment)?\.$/;

/** A lone button's answer in an outage, with a link to `back`, because it has no page of its own. */
export function outageDocument({ status, message, headers }: Outage, back: string): Response {
  const document = errorDocument({
    title: outageTitle,
    text: message,
    link: { href: back, label: 'Go back' },
  });
  const type = { 'Content-Type': 'text/html; charset=utf-8' };
  return new Response(document, { status, headers: { ...headers, ...type } });
}

interface ErrorDocument {
  title: string;
  text: string;
  more?: string;
  link: { href: string; label: string };
}

/** A document without the site's frame, for errors before rendering; its parts are already markup. */
export const errorDocument = ({ title, text, more = '', link }: ErrorDocument) => `<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} | Summa</title><link rel="stylesheet" href="${siteCss}"></head>
<body><main id="main"><div class="empty"><h1>${title}</h1><p class="soft">${text}</p>
${more}<p><a class="button" href="${link.href}">${link.label}</a></p></div></main></body></html>
`;
