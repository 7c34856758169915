import { randomUUID } from 'node:crypto';
import { db, sql } from '../../../db/kysely.server.ts';
import type { Em } from '../../../db/orm.server.ts';
import { enqueue } from '../../../db/queue.server.ts';
import { Invalid, Refused } from '../../../errors.ts';
import type { MemberScope, Scope, SystemContext } from '../../../scope.ts';
import { qrOf } from '../../core/qr-code/qr.ts';
import { wrongPassword } from '../accounts/account.schema.ts';
import { isOwnPassword } from '../accounts/accounts.server.ts';
import { type FactorNews, factorEmail } from '../email-links/emails.ts';
import { countCodeTry } from '../sessions/attempts.server.ts';
import { endSessions } from '../sessions/sessions.server.ts';
import { keyOf, newSecret, stepOf } from './one-time-codes.server.ts';
import { makeRecoveryCodes, recoveryCodesLeft, takeRecoveryCode } from './recovery-codes.server.ts';
import type { FactorProof } from './second-factor.schema.ts';

export const wrongCode = 'This code is wrong or already used. Please wait for the next one.';
const unreadable = 'The codes of your app no longer work. Please use a recovery code.';
const notBegun = 'Please start again: this key has expired.';
const isOnAlready = 'Your second factor is already on.';
const isOffAlready = 'Your second factor is already off.';

const ownerOf = (userId: number) => `second factor of ${userId}`;

/** When the member's second factor was switched on (ISO 8601, null: off), and how many recovery codes are left. */
export async function factorStatus({ em, viewer }: MemberScope) {
  const on = await db(em)
    .selectFrom('second_factors')
    .select('confirmed_at as since')
    .where('user_id', '=', viewer.id)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst();
  return { since: on?.since ?? null, codesLeft: on ? await recoveryCodesLeft(em, viewer.id) : 0 };
}

/** Makes a new key; its codes are not asked for until `switchOn`. @throws Refused when a factor is on */
export async function beginFactor({ em, viewer, box, now }: MemberScope) {
  const sealed = box.seal(newSecret(), ownerOf(viewer.id));
  const begun = { sealed_secret: sealed, made_at: now() };
  const { numInsertedOrUpdatedRows } = await db(em)
    .insertInto('second_factors')
    .values({ user_id: viewer.id, ...begun })
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet(begun).where('second_factors.confirmed_at', 'is', null),
    )
    .executeTakeFirst();
  if (!numInsertedOrUpdatedRows) throw new Refused(isOnAlready);
}

export async function begunFactor(scope: MemberScope) {
  const secret = await begunSecret(scope);
  if (secret === null) return null;
  const { key, address } = keyOf(secret, scope.viewer.email);
  return { key, address, qr: qrOf(address) };
}

async function begunSecret({ em, viewer, box }: MemberScope): Promise<string | null> {
  const begun = await db(em)
    .selectFrom('second_factors')
    .select('sealed_secret as sealed')
    .where('user_id', '=', viewer.id)
    .where('confirmed_at', 'is', null)
    .executeTakeFirst();
  return begun ? box.open(begun.sealed, ownerOf(viewer.id)) : null;
}

/** Switches the second factor on and ends every session; the caller begins a new one.
 *  @returns the recovery codes, which are never shown again
 *  @throws Invalid for a wrong password or code; Refused 429, without a set-up, or when one is on */
export async function switchOn(scope: MemberScope, { code, currentPassword }: FactorProof) {
  const { viewer, now } = scope;
  const secret = await begunSecret(scope);
  if (secret === null) throw new Refused((await factorStatus(scope)).since ? isOnAlready : notBegun);
  const forgive = await countCodeTry(scope, viewer.id);
  const errors: Record<string, string[]> = {};
  const step = stepOf(secret, code, now());
  if (step === null) errors.code = ['This is not the code that your app shows now. Please try again.'];
  else await forgive();
  if (!(await isOwnPassword(scope, currentPassword))) errors.currentPassword = [wrongPassword];
  if (Object.keys(errors).length > 0) throw new Invalid(errors);
  return scope.em.transactional(async (em) => {
    const { numUpdatedRows } = await db(em)
      .updateTable('second_factors')
      .set({ confirmed_at: now(), last_step: step })
      .where('user_id', '=', viewer.id)
      .where('confirmed_at', 'is', null)
      .executeTakeFirst();
    if (!numUpdatedRows) throw new Refused(isOnAlready);
    await endSessions(em, viewer.id);
    await mailAboutFactor(scope, em, viewer.id, 'on');
    return makeRecoveryCodes(em, viewer.id);
  });
}

/** Accepts a code of the app, each once, or a recovery code, and uses it up.
 *  @param userId the account whose password was just checked, or the viewer
 *  @returns the number of recovery codes left when one was used, else null
 *  @throws Refused beside `code`; 429 from `countCodeTry` */
export async function acceptCode(scope: Scope, userId: number, code: string): Promise<number | null> {
  const { em, box, now } = scope;
  const forgive = await countCodeTry(scope, userId);
  if (!/^\d{6}$/.test(code)) {
    if (await takeRecoveryCode(em, userId, code)) {
      await forgive();
      return recoveryCodesLeft(em, userId);
    }
    throw new Refused(wrongCode, { field: 'code' });
  }
  const factor = await db(em)
    .selectFrom('second_factors')
    .select('sealed_secret as sealed')
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst();
  const secret = factor && box.open(factor.sealed, ownerOf(userId));
  if (factor && secret === null) throw new Refused(unreadable, { field: 'code' });
  const step = secret && stepOf(secret, code, now());
  const accepted = factor && step && (await takeStep(em, userId, { sealed: factor.sealed, step }));
  if (!accepted) throw new Refused(wrongCode, { field: 'code' });
  await forgive();
  return null;
}

/** Uses up a code of the app. The update decides, so that of two parallel requests with one code one succeeds. */
async function takeStep(em: Em, userId: number, { sealed, step }: { sealed: string; step: number }) {
  const { numUpdatedRows } = await db(em)
    .updateTable('second_factors')
    .set({ last_step: step })
    .where('user_id', '=', userId)
    .where('sealed_secret', '=', sealed)
    .where((eb) => eb.or([eb('last_step', 'is', null), eb('last_step', '<', step)]))
    .executeTakeFirst();
  return numUpdatedRows > 0;
}

/** Asks for the password, and for a code when a second factor is on, before a sensitive change. Call it last, so that
 *  a request refused for another reason uses up no code.
 *  @param errors earlier mistakes, by field
 *  @throws Invalid with all mistakes; Refused for a wrong code, and 429 */
export async function mustBeOwner(
  scope: MemberScope,
  { currentPassword, code }: Partial<FactorProof>,
  errors: Record<string, string[]> = {},
) {
  const asksCode = (await factorStatus(scope)).since !== null;
  const isRight = await isOwnPassword(scope, currentPassword ?? '');
  const wrong = { ...errors, ...(!isRight && { currentPassword: [wrongPassword] }) };
  if (isRight && asksCode && !code) Object.assign(wrong, { code: ['Please enter the code.'] });
  if (Object.keys(wrong).length > 0) throw new Invalid(wrong);
  if (asksCode && code) await acceptCode(scope, scope.viewer.id, code);
}

/** @throws as `switchOff` */
async function prove(scope: MemberScope, proof: FactorProof) {
  if ((await factorStatus(scope)).since === null) throw new Refused(isOffAlready);
  await mustBeOwner(scope, proof);
}

/** Switches the second factor off and ends every session. @throws Invalid or Refused for a wrong proof; 429 */
export async function switchOff(scope: MemberScope, proof: FactorProof) {
  await prove(scope, proof);
  await scope.em.transactional(async (em) => {
    if (!(await dropFactor(em, scope.viewer.id))) throw new Refused(isOffAlready);
    await endSessions(em, scope.viewer.id);
    await mailAboutFactor(scope, em, scope.viewer.id, 'off');
  });
}

/** Makes new recovery codes; the older ones stop working. @throws as `switchOff` */
export async function renewCodes(scope: MemberScope, proof: FactorProof): Promise<string[]> {
  await prove(scope, proof);
  return scope.em.transactional(async (em) => {
    const isOn = await db(em)
      .selectFrom('second_factors')
      .select('user_id')
      .where('user_id', '=', scope.viewer.id)
      .where('confirmed_at', 'is not', null)
      .forUpdate()
      .executeTakeFirst();
    if (!isOn) throw new Refused(isOffAlready);
    await mailAboutFactor(scope, em, scope.viewer.id, 'codes');
    return makeRecoveryCodes(em, scope.viewer.id);
  });
}

export async function dropFactor(em: Em, userId: number): Promise<boolean> {
  const gone = await db(em)
    .deleteFrom('second_factors')
    .where('user_id', '=', userId)
    .returning(sql<boolean>`confirmed_at is not null`.as('wasOn'))
    .executeTakeFirst();
  return gone?.wasOn ?? false;
}

/** Queues an email to the owner about their second factor, in the caller's transaction. */
export async function mailAboutFactor(
  { origin }: Pick<SystemContext, 'origin'>,
  em: Em,
  userId: number,
  news: FactorNews,
) {
  const owner = await db(em)
    .selectFrom('users')
    .select(['email', 'first_name as firstName', 'username'])
    .where('id', '=', userId)
    .executeTakeFirst();
  if (!owner) return;
  const email = factorEmail(owner, news, `${origin}/auth/forgot`);
  await enqueue(em, 'send-mail', { id: randomUUID(), to: owner.email, ...email });
}
