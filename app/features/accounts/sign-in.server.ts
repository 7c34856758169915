import type { Em } from '../../db/orm.server.ts';
import { row } from '../../db/sql.server.ts';
import type { Scope } from '../../scope.ts';
import { acceptCode, tellOfFactor } from './second-factor.server.ts';
import { hashOf, newToken } from './tokens.server.ts';

/** How long the code may take after the password. */
export const codeWaitsMs = 10 * 60_000;

/** The first of the two steps is done: returns the token with which the second is asked for. */
export async function beginSignIn({ em, now }: Scope, userId: number): Promise<string> {
  const token = newToken();
  const until = new Date(now().getTime() + codeWaitsMs);
  await row(em)`
    insert into begun_sign_ins (token_hash, user_id, expires_at) values (${hashOf(token)}, ${userId}, ${until})`;
  return token;
}

/** Whose sign-in waits for its code; null when it took too long, or when the account's sessions ended meanwhile. */
export async function begunSignIn(em: Em, token: string, now: Date): Promise<number | null> {
  const begun = await row<{ userId: number }>(em)`
    select b.user_id as "userId" from begun_sign_ins b join users u on u.id = b.user_id
    where b.token_hash = ${hashOf(token)} and b.expires_at > ${now} and u.status = 'active'`;
  return begun?.userId ?? null;
}

/**
 * The second step of a sign-in: its code.
 * @returns whom to sign in, and what `passCode` says; null when the first step is not good any more
 * @throws Refused for a wrong code, and 429
 */
export async function finishSignIn(scope: Scope, token: string, code: string) {
  const userId = await begunSignIn(scope.em, token, scope.now());
  if (userId === null) return null;
  const codesLeft = await passCode(scope, userId, code);
  // A new password, or another who finished with this cookie, may have been quicker.
  const begun = await row(scope.em)`
    delete from begun_sign_ins where token_hash = ${hashOf(token)} returning 1`;
  return begun ? { userId, codesLeft } : null;
}

/** Uses a code to sign in; a recovery code is worth a mail. @throws as `acceptCode`, and returns what it does */
export async function passCode(scope: Scope, userId: number, code: string): Promise<number | null> {
  const codesLeft = await acceptCode(scope, userId, code);
  if (codesLeft !== null) await tellOfFactor(scope, scope.em, userId, 'used');
  return codesLeft;
}
