import { createHash, randomBytes } from 'node:crypto';

/** 256 random bits, fit for a cookie and an address. */
export const newToken = () => randomBytes(32).toString('base64url');

/** What the database keeps of a token; random as it is, a fast hash is enough. */
export const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url');
