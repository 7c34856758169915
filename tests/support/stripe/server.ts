import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Sandbox } from '../../../app/payments/sandbox.server.ts';

/** Serves the sandbox's API on a free port of this machine, for sites in other processes. */
export async function serveSandbox(answer: Sandbox['answer']) {
  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const headers = new Headers();
    for (const [name, value] of Object.entries(request.headers)) headers.set(name, String(value));
    const body = Buffer.concat(chunks);
    const url = new URL(request.url ?? '/', 'http://api.stripe.com');
    const method = request.method ?? 'GET';
    const answered = await answer(
      new Request(url, { method, headers, body: method === 'GET' ? null : body }),
    );
    response.writeHead(answered.status, Object.fromEntries(answered.headers)).end(await answered.text());
  };
  const server = createServer((request, response) => {
    // A lost connection is what the caller of a lost answer sees.
    handle(request, response).catch(() => request.socket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
