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

const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } };
export const compressed = (encoding: Encoding, body: Buffer): Promise<Buffer> =>
  encoding === 'br' ? toBrotli(body, quality) : toGzip(body);
