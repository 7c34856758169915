import { connect, type Socket } from 'node:net';

export interface RawRequest {
  /** Request line and headers, each without its line end. */
  head: string[];
  body: Buffer;
  /** As chunks instead of with a Content-Length. */
  isChunked?: boolean;
  /** Pauses between pieces of so many bytes; all at once without. */
  slowly?: { bytes: number; everyMs: number };
  /** What follows the body on the same connection. */
  next?: string;
}

export interface RawAnswer {
  received: string;
  status: number;
  /** After what part of the body, 0 to 1, the answer began. */
  answeredAfter: number;
  ms: number;
  /** The connection broke, instead of ending. */
  isReset: boolean;
  isClosed: boolean;
}

/** Sends a request as browsers do: the whole body first, even if an answer arrives during it. Then it reads until the
 *  server closes, or sends nothing for `quietMs`. */
export async function sendWhole(
  address: string,
  { head, body, isChunked = false, slowly, next }: RawRequest,
  quietMs = 8_000,
): Promise<RawAnswer> {
  const { port } = new URL(address);
  // A browser that is still sending ignores the end of the other direction.
  const socket = connect({ port: Number(port), host: '127.0.0.1', allowHalfOpen: true });
  const began = performance.now();
  const answer = { received: '', answeredAfter: 1, isReset: false, isClosed: false };
  let sent = 0;
  socket.on('data', (chunk: Buffer) => {
    if (answer.received === '' && !String(chunk).startsWith('HTTP/1.1 100'))
      answer.answeredAfter = sent / body.length;
    answer.received += chunk.toString().replace(/^HTTP\/1\.1 100 [^\r]*\r\n\r\n/, '');
  });
  const over = new Promise<void>((done) => {
    socket.setTimeout(quietMs, done);
    socket.on('end', () => {
      answer.isClosed = true;
      if (sent === body.length) done();
    });
    socket.on('close', () => done());
    socket.on('error', () => {
      answer.isReset = true;
      done();
    });
  });
  const length = isChunked ? 'Transfer-Encoding: chunked' : `Content-Length: ${body.length}`;
  socket.write(`${[...head, length].join('\r\n')}\r\n\r\n`);
  const size = slowly?.bytes ?? 64 * 1024;
  while (sent < body.length && !answer.isReset) {
    const piece = body.subarray(sent, sent + size);
    if (isChunked) await write(socket, Buffer.from(`${piece.length.toString(16)}\r\n`));
    await write(socket, piece);
    if (isChunked) await write(socket, Buffer.from('\r\n'));
    sent += piece.length;
    if (slowly) await new Promise((done) => setTimeout(done, slowly.everyMs));
  }
  if (isChunked && !answer.isReset) await write(socket, Buffer.from('0\r\n\r\n'));
  if (next) await write(socket, Buffer.from(next));
  if (!answer.isClosed || !wholeAnswer(answer.received)) await over;
  socket.destroy();
  const status = Number(/^HTTP\/1\.[01] (\d+)/.exec(answer.received)?.[1] ?? 0);
  return { ...answer, status, ms: performance.now() - began };
}

const wholeAnswer = (received: string) => received.includes('\r\n\r\n');

const write = (socket: Socket, bytes: Buffer) =>
  new Promise<void>((done) => {
    if (socket.destroyed) return done();
    const broken = () => done();
    socket.once('close', broken);
    socket.write(bytes, () => {
      socket.off('close', broken);
      done();
    });
  });
