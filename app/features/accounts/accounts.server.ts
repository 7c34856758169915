import argon2 from 'argon2';
import type { Em } from '../../db/orm.server.ts';
import { row } from '../../db/sql.server.ts';
import { Invalid, Refused } from '../../errors.ts';
import type { MemberScope, Scope } from '../../scope.ts';
import { anAccount, anAddress, spend } from '../limits/spend.server.ts';
import { supportEmail } from '../site/contact.ts';
import { reservedUsername, type SignIn, type SignUp } from './account.schema.ts';
import { isSomebodyElses, orderLink } from './links.server.ts';
import { isReserved } from './name-shape.ts';
import { taken, tooLate } from './taken.server.ts';
import { User } from './user.entity.ts';
import type { UserJson } from './user.schema.ts';

/** OWASP's second profile: 19 MiB, 2 passes; about 25 ms on one core. */
const hashing = { type: argon2.argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
const wrongSignIn = 'The email or password is not right. Please try again.';

export const hashPassword = (password: string) => argon2.hash(password, hashing);

/**
 * Registers a member (experience.md §5) and has the link sent that proves the address.
 * @throws Invalid when the e-mail or username is taken, in any case of letters; Refused (429)
 */
export async function register(scope: Scope, input: SignUp): Promise<number> {
  const { em, now } = scope;
  await spend(scope, 'registration', anAddress(scope));
  const errors: Record<string, string[]> = {};
  if (await looksLikeSomebody(em, input.username, null)) errors.username = [alikeUsername];
  if (await isSomebodyElses(em, input.email, null, now())) errors.email = [taken.email];
  if (Object.keys(errors).length > 0) throw new Invalid(errors);
  const user = em.create(User, {
    email: input.email,
    username: input.username,
    firstName: input.firstName,
    lastName: input.lastName,
    passwordHash: await hashPassword(input.password),
    martialArt: 'bjj',
    createdAt: now(),
  });
  try {
    await em.transactional(async (inside) => {
      await inside.persist(user).flush();
      await orderLink(inside, { purpose: 'verify', email: user.email, userId: user.id, now: now() });
    });
  } catch (error) {
    em.clear();
    throw tooLate(error);
  }
  return user.id;
}

/**
 * Whether a username looks like that of somebody who could be impersonated: a creator or an admin. Two newcomers
 * may be called alike, so that nobody is turned away for the sake of an unknown.
 */
async function looksLikeSomebody(em: Em, username: string, ownId: number | null): Promise<boolean> {
  const found = await row(em)`
    select 1 from users
    where name_shape(username::text) = name_shape(${username}) and username <> ${username}
      and (published_items > 0 or is_admin) and status <> 'deleted' and id is distinct from ${ownId}::int limit 1`;
  return found !== null;
}
const alikeUsername = 'This username looks too much like one that is taken. Please choose another.';

/** What speaks against a new username; null when nothing does, or when it is the one that stands. */
export async function usernameTrouble(
  em: Em,
  username: string | undefined,
  own: { id: number; username: string },
): Promise<string | null> {
  if (username === undefined || username.toLowerCase() === own.username.toLowerCase()) return null;
  if (isReserved(username)) return reservedUsername;
  return (await looksLikeSomebody(em, username, own.id)) ? alikeUsername : null;
}

/** Whether this is the member's own password, asked again before something that is worth stealing. @throws Refused (429) */
export async function isOwnPassword(scope: MemberScope, password: string): Promise<boolean> {
  const { em, viewer } = scope;
  await spend(scope, 'sign-in to an account', anAccount(viewer.email));
  const found = await row<{ hash: string }>(em)`
    select password_hash as hash from users where id = ${viewer.id}`;
  return found !== null && argon2.verify(found.hash, password);
}

let decoy: Promise<string> | undefined;

/**
 * Checks an e-mail and password, and says whose they are and whether a code is owed besides.
 * @throws Refused with one text, after the same time, whether the address or the password is wrong; 429
 */
export async function checkPassword(scope: Scope, { email, password }: SignIn): Promise<PasswordRight> {
  const { em } = scope;
  await spend(scope, 'sign-in from an address', anAddress(scope));
  await spend(scope, 'sign-in to an account', anAccount(email));
  const user = await row<PasswordRight & { password_hash: string; status: string; reason: string | null }>(
    em,
  )`
    select u.id as "userId", password_hash, status, suspension_reason as reason,
      f.confirmed_at is not null as "hasSecondFactor"
    from users u left join second_factors f on f.user_id = u.id where email = ${email}`;
  decoy ??= hashPassword('a password nobody has');
  const matches = await argon2.verify(user?.password_hash ?? (await decoy), password);
  if (!user || !matches || user.status === 'deleted') throw new Refused(wrongSignIn, { field: 'password' });
  if (user.status === 'suspended') {
    const why = user.reason ? ` The reason: “${user.reason}”.` : '';
    const text = `This account is suspended.${why} You can write to ${supportEmail} about it.`;
    throw new Refused(text, { field: 'email' });
  }
  return { userId: user.userId, hasSecondFactor: user.hasSecondFactor };
}

/** Not a bare id: whoever signs somebody in must look whether a second step is left. */
export interface PasswordRight {
  userId: number;
  hasSecondFactor: boolean;
}

interface CurrentUserRow {
  martial_art: string | null;
  belt_level: string | null;
  bio: string | null;
  accepts_requests: boolean;
  payout_email: string | null;
  contact_lines: string[];
  is_verified_email: boolean;
  pending_email: string | null;
}

/** The current user as `/api/user` and `/api/auth/user` show it (contract.md 'user'). */
export async function currentUser({ em, viewer, media, now }: MemberScope): Promise<UserJson> {
  const more = await row<CurrentUserRow>(
    em,
  )`select martial_art, belt_level, bio, accepts_requests, payout_email, contact_lines,
      verified_email is not distinct from email as is_verified_email,
      case when pending_email_until > ${now()} then pending_email::text end as pending_email
    from users where id = ${viewer.id}`;
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
    isEmailVerified: more?.is_verified_email ?? true,
    pendingEmail: more?.pending_email ?? null,
  };
}
