import { createHmac } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { isbot } from 'isbot';
import { isPhone } from '../features/site/is-phone.ts';
import type { Viewer, Visitor } from '../scope.ts';
import { addressOf } from './address.server.ts';
import type { Cookies } from './cookies.server.ts';

/** Who is behind a request, for counting and limits: an account, or a hash that nobody can join across days. */
export function visitorOf(
  request: IncomingMessage,
  viewer: Viewer | null,
  { secret, now, proxies }: { secret: string; now: Date; proxies: number },
): Visitor {
  const address = addressOf(request, proxies);
  const agent = request.headers['user-agent'] ?? '';
  const day = now.toISOString().slice(0, 10);
  const hash = createHmac('sha256', `${secret}:${day}`).update(`${address}\n${agent}`).digest('base64url');
  return {
    dayKey: viewer ? `member:${viewer.id}` : hash.slice(0, 22),
    address,
    isBot: agent === '' || isbot(agent),
    savesData: savesData(request),
  };
}

const savesData = ({ headers }: IncomingMessage) => headers['save-data'] === 'on';

/** The splash belongs to the first document of a visit, and never to people who save data or to robots. */
export function isFirstOfVisit(request: IncomingMessage, cookies: string | null): boolean {
  const { referer, accept, 'user-agent': agent } = request.headers;
  if (request.method !== 'GET' || !accept?.includes('text/html') || savesData(request)) return false;
  return !referer && !/(^|;\s*)visit=/.test(cookies ?? '') && Boolean(agent) && !isbot(agent);
}

const longestCookie = 100;

/**
 * What makes the page of one visitor differ from another's: the device, the theme, a wish to save data, and whether
 * the splash greets. Null for whoever has a page of their own: a session, a half one, or a message to be shown.
 */
export function pageVariant(request: IncomingMessage, cookies: Cookies): string | null {
  const sent = request.headers.cookie ?? '';
  const values = new Map(sent.split(/;\s*/).map(splitAt));
  if ([cookies.session, cookies.begun, cookies.flash].some(({ name }) => values.has(name))) return null;
  const theme = values.get(cookies.theme.name) ?? '';
  if (theme.length > longestCookie) return null;
  const headers = { get: (name: string) => String(request.headers[name] ?? '') };
  return [isPhone(headers), savesData(request), isFirstOfVisit(request, sent || null), theme].join(' ');
}

function splitAt(pair: string): [string, string] {
  const at = pair.indexOf('=');
  return at === -1 ? [pair, ''] : [pair.slice(0, at), pair.slice(at + 1)];
}
