import { Secret, TOTP } from 'otpauth';
import { encode } from 'uqr';

const periodSeconds = 30;
/** Accepts the previous and next step too, because clocks differ and typing takes time. */
const steps = 1;

const codesOf = (secret: string, label = '') =>
  new TOTP({ issuer: 'Summa', label, secret: Secret.fromBase32(secret), period: periodSeconds });

/** 160 random bits, as RFC 4226 advises, in base32. */
export const newSecret = () => new Secret({ size: 20 }).base32;

/** The number of the 30-second step of a valid code; null for a wrong one. */
export function stepOf(secret: string, code: string, now: Date): number | null {
  const timestamp = now.getTime();
  const away = codesOf(secret).validate({ token: code, timestamp, window: steps });
  return away === null ? null : TOTP.counter({ period: periodSeconds, timestamp }) + away;
}

export const keyOf = (secret: string, email: string) => ({
  key: secret.match(/.{1,4}/g)?.join(' ') ?? secret,
  address: codesOf(secret, email).toString(),
});

export function qrOf(text: string): { side: number; path: string } {
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
