import { createHash, randomBytes } from 'node:crypto';

export const newToken = () => randomBytes(32).toString('base64url');

/** A fast hash is enough, because tokens are random. */
export const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url');
