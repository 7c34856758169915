import type { IncomingMessage } from 'node:http';

/** The client's address behind `TRUST_PROXY` of our own proxies; addresses before those may be forged. */
export function addressOf(request: IncomingMessage, proxies: number): string {
  const direct = request.socket.remoteAddress ?? '';
  const received = request.headers['x-forwarded-for'];
  if (proxies === 0 || received === undefined) return direct;
  const forwarded = String(received);
  // Behind one proxy most requests name one address, and each request asks for it.
  if (!forwarded.includes(',')) return forwarded.trim() || direct;
  const parts = forwarded.split(',').map((part) => part.trim());
  const chain = [...parts.filter(Boolean), direct];
  return chain[Math.max(0, chain.length - 1 - proxies)] ?? direct;
}
