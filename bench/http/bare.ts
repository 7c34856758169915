import { createServer, type OutgoingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The bare server of `bin/bench http`: it sends what the site answered, and does nothing else. */

/** An answer of the site, with its compressed body in base64. */
export interface Answered {
  status: number;
  headers: OutgoingHttpHeaders;
  body: string;
}

process.on('message', ({ answered }: { answered: Record<string, Answered> }) => {
  const all = new Map(
    Object.entries(answered).map(([name, { status, headers, body }]) => {
      const bytes = Buffer.from(body, 'base64');
      // A 304 has neither a body nor a length.
      const length = status === 304 ? {} : { 'content-length': bytes.length };
      return [`/${name}`, { status, bytes, headers: { ...headers, ...length } }];
    }),
  );
  const server = createServer((request, response) => {
    const found = all.get(request.url ?? '');
    if (found) response.writeHead(found.status, found.headers).end(found.bytes);
    else response.writeHead(404).end();
  }).listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
});
