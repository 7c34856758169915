import type { Em } from '../../../db/orm.server.ts';
import { row } from '../../../db/sql.server.ts';
import type { Scope } from '../../../scope.ts';
import { hashOf, newToken } from '../accounts/tokens.server.ts';
import { acceptCode, mailAboutFactor } from '../second-factor/second-factor.server.ts';

export const codeWaitsMs = 10 * 60_000;

/** Stores that the password was right, and returns the token for the second step. */
export async function beginSignIn({ em, now }: Scope, userId: number): Promise<string> {
  const token = newToken();
  const until = new Date(now().getTime() + codeWaitsMs);
  await row(em)`
    insert into begun_sign_ins (token_hash, user_id, expires_at) values (${hashOf(token)}, ${userId}, ${until})`;
  return token;
}

/** The account whose sign-in waits for its code; null when it expired or the account's sessions ended. */
export async function begunSignIn(em: Em, token: string, now: Date): Promise<number | null> {
  const begun = await row<{ userId: number }>(em)`
    select b.user_id as "userId" from begun_sign_ins b join users u on u.id = b.user_id
    where b.token_hash = ${hashOf(token)} and b.expires_at > ${now} and u.status = 'active'`;
  return begun?.userId ?? null;
}

/** Finishes a sign-in. @returns null when the first step expired @throws Refused for a wrong code, and 429 */
export async function finishSignIn(scope: Scope, token: string, code: string) {
  const userId = await begunSignIn(scope.em, token, scope.now());
  if (userId === null) return null;
  const codesLeft = await passCode(scope, userId, code);
  // A new password or a parallel request may have used it up first.
  const begun = await row(scope.em)`
    delete from begun_sign_ins where token_hash = ${hashOf(token)} returning 1`;
  return begun ? { userId, codesLeft } : null;
}

export async function passCode(scope: Scope, userId: number, code: string): Promise<number | null> {
  const codesLeft = await acceptCode(scope, userId, code);
  if (codesLeft !== null) await mailAboutFactor(scope, scope.em, userId, 'used');
  return codesLeft;
}
