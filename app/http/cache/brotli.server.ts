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
/** Brotli makes a text that cannot be compressed a few bytes longer. */
const outputBytes = longestPage + 4_096;

/** The version of Node whose encoder is known: with other arguments than it expects it ends the process. */
const knownNode = /^v24\./;

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
 *  @param encoder what a stream of `node:zlib` compresses with
 *  @returns null where this version of Node has no such encoder, or where its output differs */
export function keptBrotli(encoder = encoderOfNode()): Compress | null {
  if (!encoder) return null;
  const [params, left] = [new Uint32Array(16).fill(-1), new Uint32Array(2)];
  const output = Buffer.allocUnsafeSlow(outputBytes);
  let hasFailed = false;
  const fail = () => {
    hasFailed = true;
  };
  encoder.onerror = fail;
  const compress: Compress = (body, quality) => {
    if (hasFailed) return byNode(body, quality);
    for (const [name, value] of Object.entries(brotliParams(body, quality))) params[Number(name)] = value;
    encoder.init(params, left, doNothing);
    encoder.writeSync(constants.BROTLI_OPERATION_FINISH, body, 0, body.length, output, 0, outputBytes);
    const [room = 0, unread = 0] = left;
    if (hasFailed || unread > 0 || room === 0) return byNode(body, quality);
    return Buffer.from(output.subarray(0, outputBytes - room));
  };
  const sample = Buffer.from('<li>technique</li>'.repeat(100));
  return [3, 6].every((quality) => compress(sample, quality).equals(byNode(sample, quality)))
    ? compress
    : null;
}

function encoderOfNode(): Encoder | null {
  if (!knownNode.test(process.version)) return null;
  return (createBrotliCompress() as unknown as { _handle?: Encoder })._handle ?? null;
}

const doNothing = () => {};

let kept: Compress | null = null;

/** Compresses a text in this thread. */
export const brotliHere: Compress = (body, quality) => {
  kept ??= keptBrotli() ?? byNode;
  return kept(body, quality);
};
