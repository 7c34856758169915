import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The bare server of `bin/bench pages`, in its own process like the site. */

process.on('message', (base64: string) => {
  const body = Buffer.from(base64, 'base64');
  const server = createServer((_request, response) => {
    response.setHeader('Content-Type', 'text/html; charset=utf-8');
    response.end(body);
  }).listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
});
