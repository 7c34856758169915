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

/** In one call, because a stream of Brotli takes a quarter longer for a page.
 *  @param quality of Brotli: 6 takes 0.7 ms for a page of 40 kB, 5 would take a tenth less and send 0.7 % more, 4 would
 *    send 8 % more */
export function compressed(encoding: Encoding, body: Buffer, quality = 6): Promise<Buffer> {
  if (encoding === 'gzip') return toGzip(body);
  const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_SIZE_HINT, BROTLI_PARAM_LGWIN } = constants;
  return toBrotli(body, {
    params: {
      [BROTLI_PARAM_QUALITY]: quality,
      [BROTLI_PARAM_SIZE_HINT]: body.length,
      [BROTLI_PARAM_LGWIN]: windowFor(body),
    },
  });
}
