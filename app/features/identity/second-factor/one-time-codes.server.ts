import { Secret, TOTP } from 'otpauth';

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
