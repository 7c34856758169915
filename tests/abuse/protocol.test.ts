import { connect } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { reportTime } from '../support/report-time.ts';
import { liveWorld } from '../support/site/live.ts';

const token = 'who reads the metrics of these tests';
const world = liveWorld({ METRICS_TOKEN: token });

/** The start time of the present process, in seconds. */
async function startOfProcess(): Promise<string> {
  expect((await world.ask('/discover')).status).toBe(200);
  const { status, text } = await world.ask('/metrics', { headers: { authorization: `Bearer ${token}` } });
  expect(status).toBe(200);
  return /^process_start_time_seconds (\d+)/m.exec(text)?.[1] ?? 'unknown';
}

// A dead process does not answer, which would look like a silent refusal. A restarted process would look like one
// that survived.
let begunAt = '';
beforeAll(async () => {
  begunAt = await startOfProcess();
  expect(begunAt).toMatch(/^\d+$/);
});
afterEach(async () => {
  const { exitCode, signalCode } = world.site.child;
  expect([exitCode, signalCode]).toEqual([null, null]);
  expect((await world.ask('/healthz')).status).toBe(200);
});
afterAll(async () => expect(await startOfProcess()).toBe(begunAt));

/** Writes bytes to the site as they are and reads until it closes, or `ms` have passed. Rejects without a connection. */
function talk(bytes: string | Buffer, ms = 30_000): Promise<string> {
  return new Promise((done, fail) => {
    const socket = connect(Number(new URL(world.site.address).port), 'localhost');
    let received = '';
    const end = () => {
      socket.destroy();
      done(received);
    };
    const late = setTimeout(end, ms);
    socket.on('data', (chunk) => {
      received += chunk;
    });
    let isConnected = false;
    socket.on('connect', () => {
      isConnected = true;
    });
    socket.on('error', (error) => {
      if (!isConnected) fail(error);
    });
    socket.on('close', () => {
      clearTimeout(late);
      done(received);
    });
    socket.write(bytes);
  });
}
const statuses = (received: string) =>
  [...received.matchAll(/^HTTP\/1\.1 (\d+)/gm)].map(([, status]) => Number(status));
const close = 'Connection: close\r\n';
const host = 'Host: localhost\r\n';
const hidden = 'GET /admin/users HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n';

describe('requests that two readers would read differently', () => {
  test.each([
    [
      'two Content-Lengths',
      `POST /logout HTTP/1.1\r\n${host}Content-Length: 0\r\nContent-Length: 5\r\n\r\nhello${hidden}`,
    ],
    ['a list of lengths', `POST /logout HTTP/1.1\r\n${host}Content-Length: 5, 5\r\n\r\nhello${hidden}`],
    [
      'a length and chunks',
      `POST /logout HTTP/1.1\r\n${host}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${hidden}`,
    ],
    ['a length of -1', `POST /logout HTTP/1.1\r\n${host}Content-Length: -1\r\n\r\n${hidden}`],
    ['a length of +5', `POST /logout HTTP/1.1\r\n${host}Content-Length: +5\r\n\r\nhello${hidden}`],
    ['a length in hex', `POST /logout HTTP/1.1\r\n${host}Content-Length: 0x5\r\n\r\nhello${hidden}`],
    [
      'a chunk size that is none',
      `POST /logout HTTP/1.1\r\n${host}Transfer-Encoding: chunked\r\n\r\nzz\r\nx\r\n0\r\n\r\n${hidden}`,
    ],
    [
      'a chunk larger than numbers',
      `POST /logout HTTP/1.1\r\n${host}Transfer-Encoding: chunked\r\n\r\nfffffffffffffffff\r\nx\r\n0\r\n\r\n${hidden}`,
    ],
    [
      'chunks by another spelling',
      `POST /logout HTTP/1.1\r\n${host}Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n${hidden}`,
    ],
    [
      'chunks twice',
      `POST /logout HTTP/1.1\r\n${host}Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n${hidden}`,
    ],
    ['a blank before the colon', `POST /logout HTTP/1.1\r\n${host}Content-Length : 5\r\n\r\nhello${hidden}`],
    ['a folded header', `GET / HTTP/1.1\r\n${host}X-A: b\r\n c\r\n\r\n`],
    ['two hosts', `GET / HTTP/1.1\r\n${host}Host: evil.example\r\n${close}\r\n`],
    ['no host', `GET / HTTP/1.1\r\n${close}\r\n`],
    ['an empty host', `GET / HTTP/1.1\r\nHost:\r\n${close}\r\n`],
    ['a bare carriage return', `GET / HTTP/1.1\rHost: localhost\r\r`],
    ['a NUL in a header', `GET / HTTP/1.1\r\n${host}X-A: a\0b\r\n\r\n`],
    ['a blank in the path', `GET /a b HTTP/1.1\r\n${host}\r\n`],
    ['a control sign in the path', `GET /\x01 HTTP/1.1\r\n${host}${close}\r\n`],
    ['bytes above ASCII in the path', `GET /\xff HTTP/1.1\r\n${host}${close}\r\n`],
    ['a version of its own', `GET / HTTP/9.9\r\n${host}\r\n`],
    ['a method of its own', `EVIL / HTTP/1.1\r\n${host}\r\n`],
    ['no HTTP at all', 'hello there\r\n\r\n'],
    ['TLS', Buffer.from('16030100a5010000a10303', 'hex')],
    ['a whole address of another host', `GET http://evil.example/discover HTTP/1.1\r\n${host}${close}\r\n`],
    ['a tunnel', `CONNECT evil.example:443 HTTP/1.1\r\n${host}\r\n`],
    ['an asterisk', `OPTIONS * HTTP/1.1\r\n${host}${close}\r\n`],
  ])('%s: refused, and nothing after it is read as a request', async (name, bytes) => {
    const received = await talk(bytes);
    const all = statuses(received);
    // Only a tunnel is refused without an answer.
    expect(all).toHaveLength(name === 'a tunnel' ? 0 : 1);
    for (const status of all) expect(status).toBeGreaterThanOrEqual(400);
    expect(all.every((status) => status < 500 || status === 501)).toBe(true);
    expect(received).not.toMatch(/at \w+ \(|node:internal|Error:/);
  });

  test('a protocol upgrade is refused', async () => {
    const asked = `GET / HTTP/1.1\r\n${host}Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Key: x\r\n\r\n`;
    expect(statuses(await talk(asked, 1_500))).not.toContain(101);
    const http2 = `GET / HTTP/1.1\r\n${host}Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAA\r\n\r\n`;
    expect(statuses(await talk(http2, 1_500))).not.toContain(101);
  });
});

describe('too much', () => {
  test.each([
    ['a header of 40 kB', `GET / HTTP/1.1\r\n${host}X-A: ${'a'.repeat(40_000)}\r\n\r\n`, 431],
    ['a cookie of 20 kB', `GET / HTTP/1.1\r\n${host}Cookie: a=${'a'.repeat(20_000)}\r\n\r\n`, 431],
    ['five thousand headers', `GET / HTTP/1.1\r\n${host}${'X: y\r\n'.repeat(5_000)}\r\n`, 431],
    ['an address of 40 kB', `GET /${'a'.repeat(40_000)} HTTP/1.1\r\n${host}\r\n`, 431],
  ])('%s is refused', async (_name, bytes, status) => expect(statuses(await talk(bytes))).toEqual([status]));

  test('two hundred pipelined requests are answered in order', async () => {
    const received = await talk(
      `${`GET /healthz HTTP/1.1\r\n${host}\r\n`.repeat(199)}GET /healthz HTTP/1.1\r\n${host}${close}\r\n`,
    );
    expect(statuses(received)).toEqual(Array(200).fill(200));
  });

  test('a client that sends a byte of the head now and then is disconnected, but not at once', async () => {
    const began = performance.now();
    const ended = new Promise<number>((done, fail) => {
      const socket = connect(Number(new URL(world.site.address).port), 'localhost');
      socket.on('error', fail);
      socket.write(`GET / HTTP/1.1\r\n${host}`);
      const drip = setInterval(() => socket.write('X'), 500);
      socket.on('close', () => {
        clearInterval(drip);
        done(performance.now() - began);
      });
      socket.resume();
    });
    const ms = await ended;
    expect(ms).toBeGreaterThan(2_000);
    reportTime('A slow head', ms, 20_000);
  }, 90_000);

  test.concurrent.each([
    ['/auth', 'application/x-www-form-urlencoded', 'email=a'],
    ['/auth', 'multipart/form-data; boundary=x', '--x\r\n'],
    ['/api/login', 'application/json', '{'],
    ['/api/login', 'multipart/form-data; boundary=x', '--x\r\n'],
    ['/api/login', 'application/offset+octet-stream', 'a'],
  ])(
    'a form for %s whose body (%s) never comes is answered 408',
    async (path, type, begun) => {
      const head = `POST ${path} HTTP/1.1\r\n${host}Content-Type: ${type}\r\nContent-Length: 100\r\n${close}\r\n`;
      const began = performance.now();
      expect(statuses(await talk(head + begun, 60_000))).toEqual([408]);
      reportTime('A body that never comes', performance.now() - began, 12_500);
    },
    90_000,
  );

  test('others are served while fifty connections wait', async () => {
    const sockets = Array.from({ length: 50 }, () => {
      const socket = connect(Number(new URL(world.site.address).port), 'localhost');
      socket.on('error', () => {});
      socket.write(`POST /auth HTTP/1.1\r\n${host}Content-Length: 100\r\n\r\na`);
      return socket;
    });
    const began = performance.now();
    expect((await world.ask('/discover')).status).toBe(200);
    reportTime('A page beside fifty open connections', performance.now() - began, 3_000);
    for (const socket of sockets) socket.destroy();
  });
});
