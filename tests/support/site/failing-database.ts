import type { AddressInfo } from 'node:net';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { socketIn } from '../../../app/db/cluster-home.server.ts';

/** 'deaf': existing connections get no more bytes, as when a host disappears. New connections work. */
export type DatabaseFault = 'none' | 'gone' | 'stalled' | 'full' | 'deaf';

/** PostgreSQL's answer when it has no free connection: severity, code 53300, message. */
const tooManyClients = (() => {
  const fields = Buffer.from('SFATAL\0VFATAL\0C53300\0Msorry, too many clients already\0\0');
  const head = Buffer.alloc(5);
  head.write('E');
  head.writeInt32BE(fields.length + 4, 1);
  return Buffer.concat([head, fields]);
})();

/** A proxy between the site and its database that fails as databases do. */
export async function failingDatabase(databaseUrl: string) {
  const target = new URL(databaseUrl);
  const host = decodeURIComponent(target.hostname);
  // As in every client of PostgreSQL, such a host is the folder of a socket.
  const behind = host.startsWith('/')
    ? { path: socketIn(host, target.port) }
    : { host, port: Number(target.port) };
  const pairs = new Set<[Socket, Socket]>();
  let fault: DatabaseFault = 'none';
  let server: Server;

  const hangUp = () => {
    for (const pair of pairs) for (const socket of pair) socket.destroy();
  };
  function serve(port = 0) {
    server = createServer((near) => {
      near.on('error', () => {});
      if (fault === 'full') return void near.once('data', () => near.end(tooManyClients));
      const far = connect(behind);
      far.on('error', () => near.destroy());
      const pair: [Socket, Socket] = [near, far];
      pairs.add(pair);
      const end = () => {
        pairs.delete(pair);
        near.destroy();
        far.destroy();
      };
      near.on('close', end);
      far.on('close', end);
      near.on('data', (chunk) => far.write(chunk));
      far.on('data', (chunk) => near.write(chunk));
      // What arrives while it stalls is kept, and sent afterwards.
      if (fault === 'stalled') for (const socket of pair) socket.pause();
    });
    return new Promise<void>((done) => server.listen(port, '127.0.0.1', () => done()));
  }
  await serve();
  const { port } = server!.address() as AddressInfo;
  const url = new URL(databaseUrl);
  url.hostname = '127.0.0.1';
  url.port = String(port);

  return {
    url: url.href,
    async becomes(next: DatabaseFault) {
      const before = fault;
      fault = next;
      for (const pair of pairs)
        for (const socket of pair) next === 'stalled' || next === 'deaf' ? socket.pause() : socket.resume();
      if (next === 'gone' || next === 'full') hangUp();
      if (next === 'gone') await new Promise<void>((done) => server.close(() => done()));
      else if (before === 'gone') await serve(port);
    },
    async close() {
      hangUp();
      await new Promise<void>((done) => server.close(() => done()));
    },
  };
}
