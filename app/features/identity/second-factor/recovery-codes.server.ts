import { randomBytes } from 'node:crypto';
import type { Em } from '../../../db/orm.server.ts';
import { row } from '../../../db/sql.server.ts';
import { hashOf } from '../accounts/tokens.server.ts';

const howMany = 10;
const letters = 'abcdefghijkmnpqrstuvwxyz23456789';

/** 80 random bits, so a fast hash is enough. */
const newCode = () => Array.from(randomBytes(16), (byte) => letters[byte % letters.length]).join('');

const hashFor = (userId: number, code: string) => hashOf(`recovery ${userId} ${code}`);

/** Makes ten recovery codes in the caller's transaction and returns them for display; older ones stop working. */
export async function makeRecoveryCodes(em: Em, userId: number): Promise<string[]> {
  const codes = Array.from({ length: howMany }, newCode);
  const hashes = codes.map((code) => hashFor(userId, code));
  await row(em)`delete from recovery_codes where user_id = ${userId}`;
  await row(em)`
    insert into recovery_codes (code_hash, user_id) select unnest(${hashes}::text[]), ${userId}::int`;
  return codes.map((code) => code.match(/.{4}/g)?.join('-') ?? code);
}

/** Uses up a recovery code; of two parallel requests one succeeds. */
export async function takeRecoveryCode(em: Em, userId: number, code: string): Promise<boolean> {
  const used = await row(em)`
    delete from recovery_codes where code_hash = ${hashFor(userId, code)} and user_id = ${userId} returning 1`;
  return used !== null;
}

export async function recoveryCodesLeft(em: Em, userId: number): Promise<number> {
  const found = await row<{ left: number }>(em)`
    select count(*)::int as left from recovery_codes where user_id = ${userId}`;
  return found?.left ?? 0;
}
