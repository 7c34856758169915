/** Whether the page goes to a phone, as far as the first request tells: the client hint, else the agent's name. */
export function isPhone(headers: Pick<Headers, 'get'>): boolean {
  const hint = headers.get('sec-ch-ua-mobile');
  return hint ? hint === '?1' : /Mobi/.test(headers.get('user-agent') ?? '');
}
