/** Whether a phone asks, by the client hint, else the user agent. */
export function isPhone(headers: Pick<Headers, 'get'>): boolean {
  const hint = headers.get('sec-ch-ua-mobile');
  return hint ? hint === '?1' : /Mobi/.test(headers.get('user-agent') ?? '');
}
