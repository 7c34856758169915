import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';

/** What is compared of a file before it is sent, and after. */
export interface Fingerprint {
  bytes: number;
  /** In hex. */
  sha256: string;
  /** The ETag that most stores give a file sent in parts of this size: the MD5 of it, or of the parts' MD5s. */
  etag: string;
}

/** Reads a file once, in bounded memory. @param partBytes the size of its parts; a smaller file has one */
export async function fingerprintOf(path: string, partBytes: number): Promise<Fingerprint> {
  const whole = createHash('sha256');
  const sums: Buffer[] = [];
  let bytes = 0;
  let part = createHash('md5');
  for await (const chunk of createReadStream(path, { highWaterMark: 256 * 1024 }) as AsyncIterable<Buffer>) {
    whole.update(chunk);
    for (let at = 0; at < chunk.length; ) {
      const room = partBytes - (bytes % partBytes);
      const piece = chunk.subarray(at, at + room);
      part.update(piece);
      bytes += piece.length;
      at += piece.length;
      if (bytes % partBytes !== 0) continue;
      sums.push(part.digest());
      part = createHash('md5');
    }
  }
  if (bytes % partBytes !== 0 || bytes === 0) sums.push(part.digest());
  const isWhole = sums.length === 1;
  const etag = isWhole
    ? (sums[0]?.toString('hex') ?? '')
    : `${createHash('md5').update(Buffer.concat(sums)).digest('hex')}-${sums.length}`;
  return { bytes, sha256: whole.digest('hex'), etag };
}
