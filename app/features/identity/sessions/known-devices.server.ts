import { randomBytes } from 'node:crypto';
import { db } from '../../../db/kysely.server.ts';
import type { Scope } from '../../../scope.ts';

/** A device is bound to the account and its password; a new password forgets all devices. */
export interface DeviceOwner {
  userId: number;
  passwordHash: string;
}

const mostTokens = 5;

// Contains the password's salted hash, so that a new password breaks the seal.
const sealedFor = ({ userId, passwordHash }: DeviceOwner) => `device of ${userId} ${passwordHash}`;

/** Whether this account signed in here before; it only selects an allowance (ADR-042). Returns the device's id. */
export function knownDevice({ box, visitor }: Pick<Scope, 'box' | 'visitor'>, owner: DeviceOwner) {
  const ids = visitor.deviceTokens.slice(0, mostTokens).map((token) => box.open(token, sealedFor(owner)));
  return ids.find((id) => id !== null) ?? null;
}

/** Remembers this browser; a known one keeps its id and allowance. @returns the cookie's tokens, newest first */
export async function rememberDevice(scope: Scope, userId: number): Promise<string[]> {
  const { box, visitor } = scope;
  const owner = await deviceOwner(scope, userId);
  if (!owner) return [...visitor.deviceTokens];
  const id = knownDevice(scope, owner) ?? randomBytes(16).toString('base64url');
  const others = visitor.deviceTokens.filter((token) => box.open(token, sealedFor(owner)) === null);
  return [box.seal(id, sealedFor(owner)), ...others].slice(0, mostTokens);
}

/** What known devices of an account are bound to; undefined when there is no such account. */
export const deviceOwner = ({ em }: Pick<Scope, 'em'>, userId: number): Promise<DeviceOwner | undefined> =>
  db(em)
    .selectFrom('users')
    .select(['id as userId', 'password_hash as passwordHash'])
    .where('id', '=', userId)
    .executeTakeFirst();
