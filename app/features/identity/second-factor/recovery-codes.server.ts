import { randomBytes } from 'node:crypto';
import { countAll, db } from '../../../db/kysely.server.ts';
import type { Em } from '../../../db/orm.server.ts';
import { hashOf } from '../accounts/tokens.server.ts';

const howMany = 10;
const letters = 'abcdefghijkmnpqrstuvwxyz23456789';

/** 80 random bits, so a fast hash is enough. */
const newCode = () => Array.from(randomBytes(16), (byte) => letters[byte % letters.length]).join('');

const hashFor = (userId: number, code: string) => hashOf(`recovery ${userId} ${code}`);

/** Makes ten recovery codes in the caller's transaction and returns them for display; older ones stop working. */
export async function makeRecoveryCodes(em: Em, userId: number): Promise<string[]> {
  const codes = Array.from({ length: howMany }, newCode);
  await db(em).deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
  await db(em)
    .insertInto('recovery_codes')
    .values(codes.map((code) => ({ code_hash: hashFor(userId, code), user_id: userId })))
    .execute();
  return codes.map((code) => code.match(/.{4}/g)?.join('-') ?? code);
}

/** Uses up a recovery code; of two parallel requests one succeeds. */
export async function takeRecoveryCode(em: Em, userId: number, code: string): Promise<boolean> {
  const used = await db(em)
    .deleteFrom('recovery_codes')
    .where('code_hash', '=', hashFor(userId, code))
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return used.numDeletedRows > 0;
}

export async function recoveryCodesLeft(em: Em, userId: number): Promise<number> {
  const { left } = await db(em)
    .selectFrom('recovery_codes')
    .select(countAll().as('left'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return left;
}
