import { Secret, TOTP } from 'otpauth';

/** The code that an app with this key shows at a moment. */
export const codeAt = (key: string, at: Date) =>
  new TOTP({ secret: Secret.fromBase32(key.replaceAll(' ', '')) }).generate({ timestamp: at.getTime() });
