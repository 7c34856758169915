import { db, timestamptz } from '../../../db/kysely.server.ts';
import type { Em } from '../../../db/orm.server.ts';
import type { Scope } from '../../../scope.ts';
import { hashOf, newToken } from '../accounts/tokens.server.ts';
import { acceptCode, mailAboutFactor } from '../second-factor/second-factor.server.ts';

export const codeWaitsMs = 10 * 60_000;

/** Stores that the password was right, and returns the token for the second step. */
export async function startPendingSignIn({ em, now }: Scope, userId: number): Promise<string> {
  const token = newToken();
  const until = new Date(now().getTime() + codeWaitsMs);
  await db(em)
    .insertInto('pending_sign_ins')
    .values({ token_hash: hashOf(token), user_id: userId, expires_at: until })
    .execute();
  return token;
}

/** The account whose sign-in waits for its code; null when it expired or the account's sessions ended. */
export async function pendingSignIn(em: Em, token: string, now: Date): Promise<number | null> {
  const begun = await db(em)
    .selectFrom('pending_sign_ins as b')
    .innerJoin('users as u', 'u.id', 'b.user_id')
    .select('b.user_id as userId')
    .where('b.token_hash', '=', hashOf(token))
    .where('b.expires_at', '>', timestamptz(now))
    .where('u.status', '=', 'active')
    .executeTakeFirst();
  return begun?.userId ?? null;
}

/** Finishes a sign-in. @returns null when the first step expired @throws Refused for a wrong code, and 429 */
export async function finishSignIn(scope: Scope, token: string, code: string) {
  const userId = await pendingSignIn(scope.em, token, scope.now());
  if (userId === null) return null;
  const codesLeft = await passCode(scope, userId, code);
  // A new password or a parallel request may have used it up first.
  const { numDeletedRows } = await db(scope.em)
    .deleteFrom('pending_sign_ins')
    .where('token_hash', '=', hashOf(token))
    .executeTakeFirst();
  return numDeletedRows > 0 ? { userId, codesLeft } : null;
}

export async function passCode(scope: Scope, userId: number, code: string): Promise<number | null> {
  const codesLeft = await acceptCode(scope, userId, code);
  if (codesLeft !== null) await mailAboutFactor(scope, scope.em, userId, 'used');
  return codesLeft;
}
