import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { writeStream } from './remix-handler.server.ts';

const server = createServer((_request, response) => answered.push(response));
const answered: ServerResponse[] = [];
beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening');
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

async function ask() {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').pause();
  socket.write('GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
  return { socket, response: await vi.waitFor(() => answered.pop() ?? expect.fail()) };
}

const pieceBytes = 1024 ** 2;

/** A stream of as many pieces as wanted, which counts those that were taken. */
function pieces(most: number) {
  const seen = { taken: 0, isCancelled: false };
  const stream = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        if (seen.taken === most) return controller.close();
        seen.taken += 1;
        controller.enqueue(new Uint8Array(pieceBytes));
      },
      cancel() {
        seen.isCancelled = true;
      },
    },
    { highWaterMark: 0 },
  );
  return { stream, seen };
}

test('a stream waits for its reader, goes on with them, and ends with them', async () => {
  const { stream, seen } = pieces(64);
  const { socket, response } = await ask();
  const written = writeStream(stream, response);
  // What the connection takes ends before this sender would.
  await vi.waitFor(() => expect(response.writableNeedDrain).toBe(true));
  expect(seen.taken).toBeLessThan(64);
  let bytes = 0;
  socket.on('data', (chunk) => {
    bytes += chunk.length;
  });
  socket.resume();
  await Promise.all([once(socket, 'close'), written]);
  expect(seen).toEqual({ taken: 64, isCancelled: false });
  expect(bytes).toBeGreaterThan(64 * pieceBytes);
});

test('a stream whose reader has left is given up', async () => {
  const { stream, seen } = pieces(64);
  const { socket, response } = await ask();
  const written = writeStream(stream, response);
  await vi.waitFor(() => expect(response.writableNeedDrain).toBe(true));
  socket.destroy();
  await written;
  expect(seen.taken).toBeLessThan(64);
  expect(seen.isCancelled).toBe(true);
});

test('a stream that fails cuts the answer off', async () => {
  const { socket, response } = await ask();
  const failing = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.error(new Error('the file is gone')),
  });
  await expect(writeStream(failing, response)).rejects.toThrow('the file is gone');
  socket.resume();
  await once(socket, 'close');
  expect(response.writableEnded).toBe(false);
});
