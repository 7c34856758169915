import { db, sql } from '../../../db/kysely.server.ts';
import type { Em } from '../../../db/orm.server.ts';
import { recentOfViewer } from '../../../db/recent-reads.server.ts';
import { supportEmail } from '../../../domain/contact.ts';
import { Invalid, Refused } from '../../../errors.ts';
import type { MemberScope, Scope } from '../../../scope.ts';
import {
  accountKey,
  addressKey,
  enforceRateLimit,
  memberKey,
} from '../../core/rate-limits/rate-limit.server.ts';
import { isTakenByOther, orderLink } from '../email-links/links.server.ts';
import { countPasswordInSession, countPasswordTry } from '../sessions/attempts.server.ts';
import { knownDevice } from '../sessions/known-devices.server.ts';
import { reservedUsername, type SignIn, type SignUp } from './account.schema.ts';
import { isEmailVerified, pendingEmail } from './mailbox.server.ts';
import { isReserved } from './name-shape.ts';
import { fitPassword, hashOfNoPassword, hashPassword } from './password-hash.server.ts';
import { taken, tooLate } from './taken.server.ts';
import { User } from './user.entity.ts';
import type { UserJson } from './user.schema.ts';

const wrongSignIn = 'Wrong email or password. Please try again.';

/** Registers a member (E5.1) and emails a link. @throws Invalid for a taken email or username; Refused 429 */
export async function register(scope: Scope, input: SignUp): Promise<number> {
  const { em, now } = scope;
  await enforceRateLimit(scope, 'registration', addressKey(scope));
  const errors: Record<string, string[]> = {};
  if (await looksLikeSomebody(em, input.username, null)) errors.username = [alikeUsername];
  if (await isTakenByOther(em, input.email, null, now())) errors.email = [taken.email];
  if (Object.keys(errors).length > 0) throw new Invalid(errors);
  const passwordHash = await hashPassword(input.password);
  try {
    return await em.transactional(async (inside) => {
      const user = inside.create(User, {
        email: input.email,
        username: input.username,
        firstName: input.firstName,
        lastName: input.lastName,
        passwordHash,
        martialArt: 'bjj',
        seesWelcome: true,
        createdAt: now(),
      });
      await inside.flush();
      await orderLink(inside, { purpose: 'verify', email: user.email, userId: user.id, now: now() });
      return user.id;
    });
  } catch (error) {
    throw tooLate(error);
  }
}

/** Whether a username looks like that of a creator or admin, who could be impersonated. */
async function looksLikeSomebody(em: Em, username: string, ownId: number | null): Promise<boolean> {
  const found = await db(em)
    .selectFrom('users')
    .select('id')
    .where(sql<boolean>`name_shape(username::text) = name_shape(${username})`)
    .where('username', '<>', username)
    .where((eb) => eb.or([eb('published_items', '>', 0), eb('is_admin', '=', true)]))
    .where('status', '<>', 'deleted')
    .where('id', 'is distinct from', ownId)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}
const alikeUsername = 'This username looks too much like one that is taken. Please choose another.';

export async function usernameError(
  em: Em,
  username: string | undefined,
  own: { id: number; username: string },
): Promise<string | null> {
  if (username === undefined || username.toLowerCase() === own.username.toLowerCase()) return null;
  if (isReserved(username)) return reservedUsername;
  return (await looksLikeSomebody(em, username, own.id)) ? alikeUsername : null;
}

/** Compares a password with a member's hash, and renews a hash of letters that were not normalised. */
async function isPasswordOf(em: Em, userId: number, hash: string, password: string): Promise<boolean> {
  const { fits, renewedHash } = await fitPassword(hash, password);
  if (renewedHash !== null)
    await db(em)
      .updateTable('users')
      .set({ password_hash: renewedHash })
      .where('id', '=', userId)
      // The password may have changed meanwhile.
      .where('password_hash', '=', hash)
      .execute();
  return fits;
}

/** Checks the member's own password before a sensitive change. @throws Refused 429 */
export async function isOwnPassword(scope: MemberScope, password: string): Promise<boolean> {
  const { em, viewer } = scope;
  // Right passwords count too, because each check costs a hash.
  await enforceRateLimit(scope, 'passwords of a member');
  const forgive = await countPasswordInSession(scope);
  const found = await db(em)
    .selectFrom('users')
    .select('password_hash as hash')
    .where('id', '=', viewer.id)
    .executeTakeFirst();
  const isRight = found !== undefined && (await isPasswordOf(em, viewer.id, found.hash, password));
  if (isRight) await forgive();
  return isRight;
}

/** Checks a password. @throws Refused, with equal text and timing for wrong emails and passwords; 429 */
export async function checkPassword(scope: Scope, { email, password }: SignIn): Promise<PasswordRight> {
  const { em } = scope;
  const user = await db(em)
    .selectFrom('users as u')
    .leftJoin('second_factors as f', 'f.user_id', 'u.id')
    .select([
      'u.id as userId',
      'u.password_hash as passwordHash',
      'u.status',
      'u.suspension_reason as reason',
      sql<boolean>`f.confirmed_at is not null`.as('hasSecondFactor'),
    ])
    .where('u.email', '=', email)
    .executeTakeFirst();
  // An unknown email costs as much time as a known one.
  const account = user ?? { userId: 0, passwordHash: hashOfNoPassword };
  // The database accepts several spellings of one email, so a known account counts by its id.
  const who = user ? memberKey(user.userId) : accountKey(email);
  const forgive = await countPasswordTry(scope, who, knownDevice(scope, account));
  const matches = await isPasswordOf(em, account.userId, account.passwordHash, password);
  if (!user || !matches || user.status === 'deleted') throw new Refused(wrongSignIn);
  await forgive();
  if (user.status === 'suspended') {
    const why = user.reason ? ` The reason: “${user.reason}”.` : '';
    const text = `This account is suspended.${why} You can write to ${supportEmail} about it.`;
    throw new Refused(text, { field: 'email' });
  }
  return { userId: user.userId, hasSecondFactor: user.hasSecondFactor };
}

/** Not a bare id, so that the caller must check for a second step. */
export interface PasswordRight {
  userId: number;
  hasSecondFactor: boolean;
}

const readAccount = ({ em, viewer, now }: MemberScope) =>
  db(em)
    .selectFrom('users')
    .select(['martial_art', 'belt_level', 'bio', 'accepts_requests', 'payout_email', 'contact_lines'])
    .select([isEmailVerified.as('is_verified_email'), pendingEmail(now()).as('pending_email')])
    .where('id', '=', viewer.id)
    .executeTakeFirst();

export async function currentUser(scope: MemberScope): Promise<UserJson> {
  const { viewer, media, now } = scope;
  const more = await recentOfViewer(scope, 'account', () => readAccount(scope));
  return {
    id: viewer.id,
    email: viewer.email,
    firstName: viewer.firstName,
    lastName: viewer.lastName,
    username: viewer.username,
    profileImageUrl: viewer.profileImageKey
      ? media.address({
          key: viewer.profileImageKey,
          variant: '320.webp',
          isPublic: true,
          viewerId: null,
          now: now(),
        })
      : null,
    isAdmin: viewer.isAdmin || viewer.owesSecondFactor,
    subscriptionTier: viewer.plan,
    martialArt: more?.martial_art ?? null,
    beltLevel: more?.belt_level ?? null,
    bio: more?.bio ?? null,
    acceptsRequests: more?.accepts_requests ?? true,
    payoutEmail: more?.payout_email ?? null,
    contactLines: more?.contact_lines ?? [],
    timeZone: viewer.timeZone,
    isEmailVerified: more?.is_verified_email ?? true,
    pendingEmail: more?.pending_email ?? null,
  };
}
