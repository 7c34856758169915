import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { createReadableStreamFromReadable } from '@remix-run/node';
import { afterEach, expect, test, vi } from 'vitest';
import { closeAfterUnreadBody, type DrainLimits } from './unread-body.server.ts';

const limits: DrainLimits = {
  bytes: 1_000_000,
  minBytes: 1_000,
  intervalMs: 300,
  lingerMs: 200,
  connections: 3,
};
let server: Server | undefined;
const sockets: Socket[] = [];
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
  server?.close();
  vi.useRealTimers();
});

type Answer = (request: IncomingMessage, response: ServerResponse) => void;
const refuse: Answer = (_request, response) => void response.writeHead(413).end('too much');

/** A server that answers each request by `answer`; counts those that were carried out. */
async function serve(answer: Answer, over: Partial<DrainLimits> = {}) {
  let carriedOut = 0;
  server = createServer((request, response) => {
    if (!closeAfterUnreadBody(request, response, { ...limits, ...over })) return;
    carriedOut += 1;
    answer(request, response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const open = (head: string) => {
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    sockets.push(socket);
    const state = { received: '', isClosed: false, isEnded: false, isReset: false };
    socket.on('data', (chunk) => {
      state.received += chunk;
    });
    socket.on('error', () => {
      state.isReset = true;
    });
    socket.on('end', () => {
      state.isEnded = true;
    });
    socket.on('close', () => {
      state.isClosed = true;
    });
    socket.write(`POST / HTTP/1.1\r\nHost: x\r\n${head}\r\n\r\n`);
    return { socket, state };
  };
  return { open, carriedOut: () => carriedOut };
}
/** Sends, and waits until that has left this side. */
const send = (socket: Socket, bytes: string | Buffer) =>
  new Promise<unknown>((done) => socket.write(bytes, done));
const connections = () =>
  new Promise<number>((done) => server?.getConnections((_error, count) => done(count)));

test('the answer comes early and says that the connection closes; the body is discarded', async () => {
  const { open } = await serve(refuse, { intervalMs: 60_000, lingerMs: 60_000 });
  const { socket, state } = open('Content-Length: 500000');
  await expect.poll(() => state.received).toMatch(/413[\s\S]*connection: close[\s\S]*too much/i);
  await expect.poll(() => state.isEnded).toBe(true);
  for (let sent = 0; sent < 500_000; sent += 50_000) await send(socket, Buffer.alloc(50_000));
  socket.end();
  await expect.poll(() => state.isClosed).toBe(true);
  expect(state.isReset).toBe(false);
});

test('a sender that stops, or sends a byte now and then, is disconnected', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const { open } = await serve(refuse);
  const [stopped, dripping] = [open('Content-Length: 500000'), open('Transfer-Encoding: chunked')];
  await Promise.all([stopped, dripping].map(({ socket }) => once(socket, 'data')));
  vi.advanceTimersByTime(299);
  await send(dripping.socket, '1\r\nx\r\n');
  expect(await connections()).toBe(2);
  vi.advanceTimersByTime(1);
  await expect.poll(connections).toBe(0);
  expect(stopped.state.received).toMatch(/413/);
});

test('no more than the limit is read, announced or not, and the answer is sent before', async () => {
  const { open } = await serve(refuse);
  for (const head of ['Content-Length: 900000000', 'Transfer-Encoding: chunked']) {
    const { socket, state } = open(head);
    const block = Buffer.alloc(100_000);
    const chunk = Buffer.from(`${block.length.toString(16)}\r\n${block.toString()}\r\n`);
    while (socket.writable) await send(socket, head.startsWith('Transfer') ? chunk : block);
    await expect.poll(() => state.isClosed).toBe(true);
    expect(state.received).toMatch(/413/);
  }
  expect(await connections()).toBe(0);
});

test('when too many connections drain, the oldest is closed', async () => {
  const { open } = await serve(refuse, { intervalMs: 60_000 });
  const opened: ReturnType<typeof open>[] = [];
  for (let at = 0; at < 5; at += 1) {
    opened.push(open('Content-Length: 500000'));
    await expect.poll(() => opened.at(-1)?.state.received).toMatch(/413/);
  }
  await expect.poll(connections).toBe(3);
  expect(opened.slice(2).every(({ state }) => !state.isClosed)).toBe(true);
});

test('a request that follows on such a connection is not carried out', async () => {
  const { open, carriedOut } = await serve(refuse);
  const { socket, state } = open('Content-Length: 300000');
  await expect.poll(() => state.received).toMatch(/413/);
  socket.write(Buffer.alloc(300_000));
  socket.write('POST / HTTP/1.1\r\nHost: x\r\n\r\n');
  await expect.poll(connections).toBe(0);
  expect(carriedOut()).toBe(1);
  expect(state.received.match(/HTTP\/1\.1/g)).toHaveLength(1);
});

test('a reader of the body after the answer gets an error, not an end', async () => {
  let outcome = '';
  const { open } = await serve((request, response) => {
    const reader = createReadableStreamFromReadable(request).getReader();
    void (async () => {
      await reader.read();
      const next = reader.read();
      response.writeHead(503).end();
      if (!(await next).done) while (!(await reader.read()).done);
    })().then(
      () => {
        outcome = 'the end';
      },
      () => {
        outcome = 'an error';
      },
    );
  });
  open('Content-Length: 300000').socket.write('a=1');
  await expect.poll(() => outcome).toBe('an error');
});

test('discarded bytes are not held in memory', async () => {
  let request: IncomingMessage | undefined;
  const { open } = await serve(
    (asked, response) => {
      request = asked;
      createReadableStreamFromReadable(asked);
      refuse(asked, response);
    },
    { bytes: 100_000_000 },
  );
  const { socket } = open('Content-Length: 20000000');
  for (let sent = 0; sent < 20_000_000; sent += 1_000_000)
    await new Promise((done) => socket.write(Buffer.alloc(1_000_000), done));
  await expect.poll(() => request?.complete).toBe(true);
  expect(request?.readableLength).toBe(0);
});

test('a request that was read, or has no body, keeps its connection', async () => {
  const { open, carriedOut } = await serve((request, response) => {
    if (request.method === 'GET') return void response.end('got');
    request.resume().on('end', () => response.end('read'));
  });
  const { socket, state } = open('Content-Length: 3');
  socket.write('abcGET / HTTP/1.1\r\nHost: x\r\n\r\nGET / HTTP/1.1\r\nHost: x\r\n\r\n');
  await expect.poll(carriedOut).toBe(3);
  await expect.poll(() => state.received).toMatch(/read[\s\S]*got[\s\S]*got/);
  expect(state.received).not.toMatch(/connection: close/i);
});
