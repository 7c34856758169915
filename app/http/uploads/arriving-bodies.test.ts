import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { answerError, Overload, SlowBody, TooManyRequests } from '../telemetry/error-answer.server.ts';
import { inRequest, requestId } from '../telemetry/log.server.ts';
import {
  ArrivingBodies,
  arrivedBody,
  bytesASecond,
  graceMs,
  mostInAll,
  mostOfAddress,
  receiveBodies,
} from './arriving-bodies.server.ts';
import { smallBody } from './body.server.ts';
import { closeAfterUnreadBody } from './unread-body.server.ts';

describe('the limits', () => {
  let at = 0;
  let bodies: ArrivingBodies;
  let refused: [string, Error][] = [];
  beforeEach(() => {
    [at, refused] = [0, []];
    bodies = new ArrivingBodies(() => at);
  });
  const add = (address: string, name = address) => {
    const body = { address, bytes: 0, refuse: (error: Error) => void refused.push([name, error]) };
    bodies.add(body);
    return body;
  };
  const passes = (ms: number) => {
    at += ms;
    bodies.tick();
  };

  test('a body that brings its kilobyte a second after two seconds may take minutes', () => {
    const phone = add('phone');
    passes(graceMs);
    for (let second = 0; second < smallBody / bytesASecond; second += 1) {
      phone.bytes += bytesASecond;
      passes(1_000);
    }
    expect(refused).toEqual([]);
    passes(1_001);
    expect(refused).toEqual([['phone', expect.any(SlowBody)]]);
    expect(bodies.size).toBe(0);
  });

  test('a body that brings a byte a second ends after two seconds, and one that rests uses what it brought', () => {
    const slow = add('slow');
    add('rests').bytes = 3_000;
    for (let second = 1; second <= 2; second += 1) {
      slow.bytes += 1;
      passes(1_000);
    }
    expect(refused).toEqual([]);
    passes(3);
    expect(refused.map(([name]) => name)).toEqual(['slow']);
    passes(2_997);
    expect(refused).toHaveLength(1);
    passes(1);
    expect(refused.map(([name]) => name)).toEqual(['slow', 'rests']);
  });

  test('beyond the bound of an address its oldest ends with 429, whoever else sends', () => {
    add('other');
    for (let n = 0; n < mostOfAddress + 2; n += 1) add('one', `one-${n}`);
    expect(refused).toEqual([
      ['one-0', expect.any(TooManyRequests)],
      ['one-1', expect.any(TooManyRequests)],
    ]);
    expect(bodies.size).toBe(mostOfAddress + 1);
  });

  test('beyond the bound of all, the oldest of the address with most ends with 503, and never an only one', () => {
    add('phone');
    for (let n = 0; bodies.size < mostInAll; n += 1) add(`many-${n % 20}`, `many-${n}`);
    for (let n = 0; n < 100; n += 1) add(`new-${n}`);
    expect(refused).toHaveLength(100);
    for (const [name, error] of refused) {
      expect(name).toMatch(/^many-/);
      expect(error).toBeInstanceOf(Overload);
    }
    expect(refused[0]?.[0]).toBe('many-0');
    expect(bodies.size).toBe(mostInAll);
  });

  test('bodies that have arrived or whose sender has left count no more', () => {
    for (let n = 0; n < 3 * mostOfAddress; n += 1) bodies.delete(add('one'));
    expect([bodies.size, refused]).toEqual([0, []]);
  });
});

describe('requests', () => {
  let server: Server;
  let stop: () => void;
  const sockets: Socket[] = [];
  const begun: { request: IncomingMessage; id: string | undefined; unread: number }[] = [];
  beforeEach(async () => {
    // The clock of the limits stands still until a test moves it.
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
    const { receive, close } = receiveBodies({
      addressOf: () => 'one',
      refuse: (request, response, error) => answerError(error, request, response),
    });
    stop = close;
    server = createServer((request, response) => {
      if (!closeAfterUnreadBody(request, response)) return;
      inRequest('number one', () =>
        receive(request, response, () => {
          begun.push({ request, id: requestId(), unread: request.readableLength });
          response.end('begun');
        }),
      );
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  afterEach(() => {
    for (const socket of sockets.splice(0)) socket.destroy();
    begun.length = 0;
    stop();
    server.close();
    vi.useRealTimers();
  });

  function open(head: string, body = '', line = 'POST /auth HTTP/1.1') {
    const { port } = server.address() as AddressInfo;
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    sockets.push(socket);
    const state = { received: '', isEnded: false };
    socket.on('data', (chunk) => {
      state.received += chunk;
    });
    socket.on('end', () => {
      state.isEnded = true;
    });
    socket.on('error', () => {});
    socket.write(`${line}\r\nHost: x\r\n${head}\r\n\r\n${body}`);
    return { socket, state };
  }
  /** Until the server has read what was sent before: it answers in order of arrival. */
  const isRead = async () => {
    const { state } = open('', '', 'GET / HTTP/1.1');
    await vi.waitFor(() => expect(state.received).toMatch(/begun$/));
    expect(begun.pop()?.request.method).toBe('GET');
  };

  test.each([
    ['with a length', 'Content-Length: 10', ['email', '=a%4'], '0'],
    ['in chunks', 'Transfer-Encoding: chunked', ['5\r\nemail\r\n', '4\r\n=a%4\r\n'], '1\r\n0\r\n0\r\n\r\n'],
  ])(
    'a body %s begins with all of it there, under the number of its request',
    async (_how, head, parts, last) => {
      const { socket, state } = open(head);
      for (const part of parts) {
        socket.write(part);
        await isRead();
        expect(begun).toEqual([]);
      }
      socket.write(last);
      await vi.waitFor(() => expect(state.received).toMatch(/200 OK[\s\S]*begun/));
      const [{ request, id } = { request: null, id: '' }] = begun;
      expect(String(request && arrivedBody(request))).toBe('email=a%40');
      expect(id).toBe('number one');
      expect(state.received).not.toMatch(/connection: close/i);
    },
  );

  test('a slow body is answered 408 and its connection ends; it never begins', async () => {
    const { socket, state } = open('Content-Length: 4000\r\nAccept: text/html', 'a');
    await isRead();
    vi.advanceTimersByTime(graceMs + 500);
    await vi.waitFor(() => expect(state.received).toMatch(/^HTTP\/1.1 408 [\s\S]*Please send it again/));
    expect(state.received).toMatch(/^connection: close/im);
    expect(state.received).not.toMatch(/^retry-after/im);
    await vi.waitFor(() => expect(state.isEnded).toBe(true));
    const closed = once(socket, 'close');
    socket.end('a'.repeat(3_999));
    await closed;
    expect(begun).toEqual([]);
  });

  test('too many of an address: 429 that says when, and closed', async () => {
    const first = open('Content-Length: 4000', 'a');
    await isRead();
    for (let n = 0; n < mostOfAddress; n += 1) open('Content-Length: 4000', 'a');
    await vi.waitFor(() => expect(first.state.received).toMatch(/^HTTP\/1.1 429 /));
    expect(first.state.received).toMatch(/^retry-after: \d+/im);
    expect(first.state.received).toMatch(/^connection: close/im);
  });

  test('what announces more than a form, and what reads no body, begins at once', async () => {
    const long = open(`Content-Length: ${smallBody + 1}`);
    const get = open('Content-Length: 4000', '', 'GET / HTTP/1.1');
    for (const { state } of [long, get]) await vi.waitFor(() => expect(state.received).toMatch(/begun/));
    expect(begun.map(({ request }) => arrivedBody(request))).toEqual([undefined, undefined]);
  });

  test('chunks without end begin once they are more than a form, and none of them is lost', async () => {
    const { socket, state } = open('Transfer-Encoding: chunked');
    const piece = `10000\r\n${'a'.repeat(0x10000)}\r\n`;
    for (let n = 0; n < 4; n += 1) socket.write(piece);
    await isRead();
    expect(begun).toEqual([]);
    socket.write(piece);
    await vi.waitFor(() => expect(begun).toHaveLength(1));
    expect(begun[0]?.unread).toBeGreaterThan(smallBody);
    await vi.waitFor(() => expect(state.received).toMatch(/begun/));
  });

  test('a sender who leaves, or ends half of the connection, leaves nothing behind', async () => {
    for (let n = 0; n < 2 * mostOfAddress; n += 1) {
      const { socket } = open('Content-Length: 4000', 'a');
      if (n % 2) socket.destroy();
      else socket.end();
      await once(socket, 'close');
    }
    await isRead();
    const rest = Array.from({ length: mostOfAddress }, () => open('Content-Length: 4000', 'a'));
    await isRead();
    expect(rest.filter(({ state }) => state.received !== '')).toEqual([]);
    expect(begun).toEqual([]);
  });
});
