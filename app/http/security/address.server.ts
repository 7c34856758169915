import type { IncomingMessage } from 'node:http';

/** The client's address behind `TRUST_PROXY` of our own proxies; addresses before those may be forged. */
export function addressOf(request: IncomingMessage, proxies: number): string {
  const direct = request.socket.remoteAddress ?? '';
  const forwarded = [request.headers['x-forwarded-for'] ?? ''].flat().join(',').split(',');
  const chain = [...forwarded.map((part) => part.trim()).filter(Boolean), direct];
  return chain[Math.max(0, chain.length - 1 - proxies)] ?? direct;
}
