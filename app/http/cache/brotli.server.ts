import { brotliCompressSync, constants, createBrotliCompress } from 'node:zlib';

/** What a stream of `node:zlib` compresses with. Node does not document it. */
interface Encoder {
  init(params: Uint32Array, left: Uint32Array, done: () => void): void;
  writeSync(
    flush: number,
    input: Buffer,
    at: number,
    length: number,
    output: Buffer,
    to: number,
    room: number,
  ): void;
  onerror: () => void;
}

type Compress = (body: Buffer, quality: number) => Buffer;

/** Bytes of the longest text that is treated as a page. */
export const longestPage = 128_000;
/** Of a text that cannot be compressed, Brotli makes a few bytes more. */
const outputBytes = longestPage + 4_096;

/** With a window of 64 kB Brotli uses small tables: pages are as short and take half the time or less. For longer texts, the
 *  usual one. */
export const brotliParams = ({ length }: Buffer, quality: number) => ({
  [constants.BROTLI_PARAM_QUALITY]: quality,
  [constants.BROTLI_PARAM_SIZE_HINT]: length,
  [constants.BROTLI_PARAM_LGWIN]: length <= longestPage ? 16 : constants.BROTLI_DEFAULT_WINDOW,
});

const byNode: Compress = (body, quality) => brotliCompressSync(body, { params: brotliParams(body, quality) });

/** Compresses pages in one call with an encoder that is kept. `brotliCompressSync` makes a stream for each text, which takes
 *  a third of a page's time, and which lives, with its buffers, until the next full garbage collection (ADR-090).
 *  @returns null where this version of Node has no such encoder, or it compresses otherwise */
export function keptBrotli(): Compress | null {
  const stream = createBrotliCompress() as unknown as { _handle?: Encoder };
  const [params, left] = [new Uint32Array(16), new Uint32Array(2)];
  const output = Buffer.allocUnsafeSlow(outputBytes);
  let hasFailed = false;
  const fail = () => {
    hasFailed = true;
  };
  const compress: Compress = (body, quality) => {
    // Asked of the stream, because the encoder ends with it.
    const encoder = stream._handle as Encoder;
    if (hasFailed || body.length > longestPage) return byNode(body, quality);
    encoder.onerror = fail;
    params.fill(-1);
    for (const [name, value] of Object.entries(brotliParams(body, quality))) params[Number(name)] = value;
    encoder.init(params, left, doNothing);
    encoder.writeSync(constants.BROTLI_OPERATION_FINISH, body, 0, body.length, output, 0, outputBytes);
    const [room = 0, unread = 0] = left;
    if (hasFailed || unread > 0 || room === 0) return byNode(body, quality);
    return Buffer.from(output.subarray(0, outputBytes - room));
  };
  try {
    const sample = Buffer.from('<li>technique</li>'.repeat(100));
    return [3, 6].every((quality) => compress(sample, quality).equals(byNode(sample, quality)))
      ? compress
      : null;
  } catch {
    return null;
  }
}

const doNothing = () => {};

let kept: Compress | null = null;

/** Compresses a text in this thread. */
export const brotliHere: Compress = (body, quality) => {
  kept ??= keptBrotli() ?? byNode;
  return kept(body, quality);
};
