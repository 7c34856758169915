import type { IncomingMessage } from 'node:http';

/** The address that asks, seen through as many proxies of ours as there are (`TRUST_PROXY`); further ones may lie. */
export function addressOf(request: IncomingMessage, proxies: number): string {
  const direct = request.socket.remoteAddress ?? '';
  if (proxies === 0) return direct;
  const told = [request.headers['x-forwarded-for'] ?? ''].flat().join(',').split(',');
  const chain = [...told.map((part) => part.trim()).filter(Boolean), direct];
  return chain[Math.max(0, chain.length - 1 - proxies)] ?? direct;
}
