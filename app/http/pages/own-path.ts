/** A path of this site, or the fallback: `next` and `back` must not lead to another host. */
export function ownPath(value: unknown, fallback = '/'): string {
  if (typeof value !== 'string' || value.length > 2048 || !/^\/[^\s\\]*$/.test(value)) return fallback;
  try {
    const url = new URL(value, 'http://own.invalid');
    // Dots are resolved only now: '/.//evil.example' has become an address of another host.
    const isOwn = url.host === 'own.invalid' && !url.pathname.startsWith('//');
    return isOwn ? `${url.pathname}${url.search}${url.hash}` : fallback;
  } catch {
    return fallback;
  }
}

/** Where a POST returns after the sign-in that it needed: the page of its button. */
export function pageBehind(request: Request, back?: unknown): string {
  const given = ownPath(back, '');
  if (given) return given;
  const url = new URL(request.url);
  const referer = request.headers.get('referer');
  if (request.method === 'GET' || request.method === 'HEAD') return `${url.pathname}${url.search}`;
  if (!referer || !URL.canParse(referer)) return '/';
  const from = new URL(referer);
  return from.host === url.host ? ownPath(`${from.pathname}${from.search}`) : '/';
}
