import { createServer, request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ask } from './live.ts';

/** How often a host is asked whether it is ready. A process without time to drain closes its port after two seconds. */
const everyMs = 2_500;

/** A balancer as an operator would have: each request goes to the next host whose last `/readyz` was 200, once, on a
 *  connection of its own. */
export async function startBalancer(addresses: string[]) {
  let hosts = addresses.map((address) => ({ address, isReady: true, passed: 0 }));
  let turn = 0;
  let onCheck = () => {};
  const look = async (host: (typeof hosts)[number]) => {
    const status = await ask(host.address, '/readyz').then(
      (answer) => answer.status,
      () => 0,
    );
    host.isReady = status === 200;
  };
  const check = setInterval(() => void Promise.all(hosts.map(look)).then(() => onCheck()), everyMs);
  const server = createServer((request, response) => {
    const ready = hosts.filter(({ isReady }) => isReady);
    turn += 1;
    const host = ready[turn % ready.length];
    if (!host) return void response.writeHead(502).end();
    host.passed += 1;
    const { method, headers, url: path } = request;
    const { hostname, port } = new URL(host.address);
    const passing = httpRequest({ host: hostname, port, method, path, headers, agent: false }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    passing.on('error', () => (response.headersSent ? response.destroy() : response.writeHead(502).end()));
    request.pipe(passing);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    address: `http://localhost:${(server.address() as AddressInfo).port}`,
    passedTo: (address: string) => hosts.find((host) => host.address === address)?.passed ?? 0,
    /** Until the next check is over, after which a host has the longest time to be away unnoticed. */
    nextCheck: () =>
      new Promise<void>((done) => {
        onCheck = done;
      }),
    /** A host that was started anew, at another port. */
    replace(before: string, address: string) {
      hosts = hosts.filter((host) => host.address !== before);
      hosts.push({ address, isReady: false, passed: 0 });
    },
    async stop() {
      clearInterval(check);
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}
