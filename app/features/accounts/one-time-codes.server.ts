import { Secret, TOTP } from 'otpauth';
import { encode } from 'uqr';

const periodSeconds = 30;
/** Codes of the step before and after count too: clocks differ, and typing takes time. */
const steps = 1;

const codesOf = (secret: string, label = '') =>
  new TOTP({ issuer: 'Summa', label, secret: Secret.fromBase32(secret), period: periodSeconds });

/** 160 random bits, as RFC 4226 advises, in base32. */
export const newSecret = () => new Secret({ size: 20 }).base32;

/** The thirty seconds that a code belongs to, as their number since 1970; null when it is none of now. */
export function stepOf(secret: string, code: string, now: Date): number | null {
  const timestamp = now.getTime();
  const away = codesOf(secret).validate({ token: code, timestamp, window: steps });
  return away === null ? null : TOTP.counter({ period: periodSeconds, timestamp }) + away;
}

/** What an app needs to make the codes: the key to type, in groups of four, and the same as an address. */
export const keyOf = (secret: string, email: string) => ({
  key: secret.match(/.{1,4}/g)?.join(' ') ?? secret,
  address: codesOf(secret, email).toString(),
});

/** A text as a QR code: the side, and one line through all its dark squares, in units of a square and as wide. */
export function qrOf(text: string): { side: number; path: string } {
  // Readers want four light squares around it.
  const { size, data } = encode(text, { border: 4, ecc: 'M' });
  let [x, y] = [0, 0];
  const strokes = data.flatMap((line, row) => {
    const squares = line.map((isDark) => (isDark ? '#' : ' ')).join('');
    return [...squares.matchAll(/#+/g)].map(({ 0: { length }, index }) => {
      // From where the one before ends: few numbers that repeat weigh half as much.
      const stroke = `m${index - x} ${row - y}h${length}`;
      [x, y] = [index + length, row];
      return stroke;
    });
  });
  return { side: size, path: `M0 .5${strokes.join('')}` };
}
