import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/** Encrypts texts that the database must not reveal. A copied row does not open for another `owner`. */
export interface SecretBox {
  seal: (text: string, owner: string) => string;
  open: (sealed: string, owner: string) => string | null;
}

const cipher = 'aes-256-gcm';
const [ivBytes, tagBytes] = [12, 16];

export function secretBox(secret: string): SecretBox {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'summa second factor', 32));
  return {
    seal(text, owner) {
      const iv = randomBytes(ivBytes);
      const sealing = createCipheriv(cipher, key, iv).setAAD(Buffer.from(owner));
      const hidden = Buffer.concat([sealing.update(text, 'utf8'), sealing.final()]);
      return Buffer.concat([iv, sealing.getAuthTag(), hidden]).toString('base64url');
    },
    open(sealed, owner) {
      const bytes = Buffer.from(sealed, 'base64url');
      const [iv, tag] = [bytes.subarray(0, ivBytes), bytes.subarray(ivBytes, ivBytes + tagBytes)];
      try {
        const opening = createDecipheriv(cipher, key, iv, { authTagLength: tagBytes })
          .setAAD(Buffer.from(owner))
          .setAuthTag(tag);
        const hidden = bytes.subarray(ivBytes + tagBytes);
        return Buffer.concat([opening.update(hidden), opening.final()]).toString('utf8');
      } catch {
        return null;
      }
    },
  };
}
