import { encode } from 'uqr';

/** A QR code as the strokes of a path, one unit wide. */
export interface Qr {
  side: number;
  path: string;
}

export function qrOf(text: string): Qr {
  // Readers need a border of four squares.
  const { size, data } = encode(text, { border: 4, ecc: 'M' });
  let [x, y] = [0, 0];
  const strokes = data.flatMap((line, row) => {
    const squares = line.map((isDark) => (isDark ? '#' : ' ')).join('');
    return [...squares.matchAll(/#+/g)].map(({ 0: { length }, index }) => {
      // Relative to the end of the line before: small repeated numbers compress to half the size.
      const stroke = `m${index - x} ${row - y}h${length}`;
      [x, y] = [index + length, row];
      return stroke;
    });
  });
  return { side: size, path: `M0 .5${strokes.join('')}` };
}
