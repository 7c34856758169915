import { randomBytes } from 'node:crypto';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { brotliHere, brotliParams, keptBrotli, longestPage } from './brotli.server.ts';

const byNode = (body: Buffer, quality: number) =>
  brotliCompressSync(body, { params: brotliParams(body, quality) });

test('this version of Node has an encoder that can be kept', () => {
  expect(keptBrotli()).not.toBeNull();
});

test('any texts, one after the other with any quality, become what Node makes of each', () => {
  const kept = keptBrotli();
  const piece = fc.oneof(fc.string(), fc.constantFrom('<li>', ' guard ', '’', '\u0000'));
  const text = fc.tuple(fc.array(piece), fc.nat(400)).map(([pieces, times]) => pieces.join('').repeat(times));
  const asked = fc.array(fc.tuple(text, fc.constantFrom(3, 6)), { minLength: 1, maxLength: 4 });
  const isTheSame = (texts: [string, number][]) =>
    texts.every(([text, quality]) => {
      const body = Buffer.from(text);
      return kept?.(body, quality).equals(byNode(body, quality));
    });
  fc.assert(fc.property(asked, isTheSame), { numRuns: 60 });
});

test('what cannot be compressed, and what is longer than a page, comes back as it was', () => {
  for (const bytes of [0, 1, longestPage - 1, longestPage, longestPage + 1, 3 * longestPage]) {
    const body = randomBytes(bytes);
    expect(brotliDecompressSync(brotliHere(body, 3)).equals(body), `${bytes} bytes`).toBe(true);
  }
  const page = Buffer.from('<p>after them</p>'.repeat(500));
  expect(brotliHere(page, 6).equals(byNode(page, 6))).toBe(true);
});

test('an answer stays as it is when the next one is compressed', () => {
  const [first, second] = [Buffer.from('a'.repeat(5_000)), Buffer.from(randomBytes(5_000).toString('hex'))];
  const compressed = brotliHere(first, 3);
  brotliHere(second, 3);
  expect(brotliDecompressSync(compressed).equals(first)).toBe(true);
});

test('an encoder that fails, leaves bytes unread or writes others is not used', () => {
  const body = Buffer.from('<p>guard</p>'.repeat(300));
  const fake = (write: (output: Buffer, fail: () => void) => [room: number, unread: number]) => {
    let left: Uint32Array = new Uint32Array(2);
    return {
      onerror: () => {},
      init: (_params: Uint32Array, state: Uint32Array) => {
        left = state;
      },
      writeSync(...[, , , , output]: unknown[]) {
        left.set(write(output as Buffer, () => this.onerror()));
      },
    };
  };
  const failing = fake((_output, fail) => {
    fail();
    return [1, 0];
  });
  for (const encoder of [failing, fake(() => [10, 1]), fake(() => [0, 0])])
    expect(keptBrotli(encoder)?.(body, 3).equals(byNode(body, 3))).toBe(true);
  expect(keptBrotli(fake(() => [100_000, 0]))).toBeNull();
  expect(keptBrotli(null)).toBeNull();
});
