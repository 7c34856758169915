import type { IncomingMessage } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

export type Encoding = 'br' | 'gzip';

const [toBrotli, toGzip] = [promisify(brotliCompress), promisify(gzip)];
const takesBrotli = /(^|[,\s])br(?!\s*;\s*q=0(\.0*)?\s*(,|$))/;
const takesGzip = /(^|[,\s])gzip(?!\s*;\s*q=0(\.0*)?\s*(,|$))/;

export function encodingOf({ headers }: IncomingMessage): Encoding | '' {
  const accepted = String(headers['accept-encoding'] ?? '');
  if (takesBrotli.test(accepted)) return 'br';
  return takesGzip.test(accepted) ? 'gzip' : '';
}

/** Brotli's window in powers of two. With one of 64 kB it uses small tables: pages are as short and take half the time or
 *  less. For long texts, the usual one. */
const windowFor = ({ length }: Buffer) => (length <= 128_000 ? 16 : constants.BROTLI_DEFAULT_WINDOW);

/** Texts that are being compressed, or wait for it. */
let running = 0;
const manyRunning = 3;

/** For an answer that is sent once: with many at once they wait for the processor, and lower quality takes half the time. */
export const qualityNow = () => (running >= manyRunning ? 4 : 6);

/** In one call, because a stream of Brotli takes a quarter longer for a page.
 *  @param quality of Brotli: 6 takes 0.7 ms for a page of 40 kB, 5 would take a tenth less and send 0.7 % more, 4 takes
 *    half and sends 8 to 10 % more */
export async function compressed(encoding: Encoding, body: Buffer, quality = 6): Promise<Buffer> {
  running += 1;
  try {
    return await (encoding === 'gzip' ? toGzip(body) : toBrotli(body, { params: paramsFor(body, quality) }));
  } finally {
    running -= 1;
  }
}

function paramsFor(body: Buffer, quality: number) {
  const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_SIZE_HINT, BROTLI_PARAM_LGWIN } = constants;
  return {
    [BROTLI_PARAM_QUALITY]: quality,
    [BROTLI_PARAM_SIZE_HINT]: body.length,
    [BROTLI_PARAM_LGWIN]: windowFor(body),
  };
}
