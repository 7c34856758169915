import { cookieValues, readCookie } from '../security/cookies.server.ts';
import { ownPath } from './own-path.ts';
import type { PageRequest } from './page.server.ts';

/** Remembers the page that a member came from to get a plan: `?from=` in the address. */
export async function rememberReturnTo({ url, context }: PageRequest): Promise<Headers> {
  const from = ownPath(url.searchParams.get('from'), '');
  return new Headers(from ? { 'Set-Cookie': await context.cookies.returnTo.serialize(from) } : {});
}

/** That page, once: the answer's headers forget it. Null when none is known. */
export async function takeReturnTo({ request, context }: PageRequest) {
  const values = cookieValues(request.headers.get('cookie'));
  const path = ownPath(await readCookie(context.cookies.returnTo, values), '');
  if (!path) return { path: null, headers: new Headers() };
  const forget = await context.cookies.returnTo.serialize('', { maxAge: 0 });
  return { path, headers: new Headers({ 'Set-Cookie': forget }) };
}
