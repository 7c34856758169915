import type { Em } from '../../../db/orm.server.ts';
import { fragment, row, rows } from '../../../db/sql.server.ts';
import type { Tier } from '../../../domain/tiers.ts';
import { NotFound } from '../../../errors.ts';
import type { MemberScope, Viewer } from '../../../scope.ts';
import { planInForce } from '../accounts/plan-in-force.server.ts';
import { hashOf, newToken } from '../accounts/tokens.server.ts';
import { deviceOf, shortAddress } from './device.ts';

const lifetimeMs = 30 * 24 * 60 * 60 * 1000;
const idleMs = 14 * 24 * 60 * 60 * 1000;

interface ViewerRow {
  id: number;
  email: string;
  username: string;
  first_name: string;
  last_name: string;
  is_admin: boolean;
  has_second_factor: boolean;
  plan: Tier;
  profile_image_key: string | null;
}

const viewerColumns = (
  now: Date,
) => fragment`u.id, u.email::text, u.username::text, u.first_name, u.last_name,
  u.is_admin,
  exists (select 1 from second_factors f where f.user_id = u.id and confirmed_at is not null) as has_second_factor,
  ${planInForce(now)} as plan, u.profile_image_key`;

/** Begins a session and returns the token for the cookie; only its hash is stored (OWASP ASVS 7.2). */
export async function beginSession(
  em: Em,
  userId: number,
  { now, agent, address }: { now: Date; agent: string | null; address: string },
) {
  const token = newToken();
  const expires = new Date(now.getTime() + lifetimeMs);
  await row(
    em,
  )`insert into sessions (token_hash, user_id, created_at, last_seen_at, expires_at, agent, address)
    values (${hashOf(token)}, ${userId}, ${now}, ${now}, ${expires}, ${agent?.slice(0, 300) ?? null},
      ${shortAddress(address)})`;
  return token;
}

/** The viewer of a token, or null. `adminsNeedFactor`: an admin without one counts as a member (ADR-016). */
export async function viewerOf(
  em: Em,
  token: string,
  now: Date,
  { adminsNeedFactor = false } = {},
): Promise<Viewer | null> {
  const idleSince = new Date(now.getTime() - idleMs);
  const found = await row<ViewerRow & { session_id: number; last_seen_at: string }>(em)`
    select s.id as session_id, s.last_seen_at, ${viewerColumns(now)}
    from sessions s join users u on u.id = s.user_id
    where s.token_hash = ${hashOf(token)} and s.expires_at > ${now} and s.last_seen_at > ${idleSince}
      and u.status = 'active'`;
  if (!found) return null;
  // An accuracy of ten minutes saves a write on nearly every request.
  if (now.getTime() - new Date(found.last_seen_at).getTime() > 10 * 60 * 1000) {
    await row(em)`update sessions set last_seen_at = ${now} where id = ${found.session_id}`;
  }
  const viewer = toViewer(found, found.session_id);
  const owesSecondFactor = adminsNeedFactor && viewer.isAdmin && !found.has_second_factor;
  return { ...viewer, isAdmin: viewer.isAdmin && !owesSecondFactor, owesSecondFactor };
}

export async function viewerById(em: Em, userId: number, now: Date): Promise<Viewer> {
  const found = await row<ViewerRow>(em)`
    select ${viewerColumns(now)} from users u where u.id = ${userId}`;
  if (!found) throw new NotFound();
  return toViewer(found, 0);
}

const toViewer = (found: ViewerRow, sessionId: number): Viewer => ({
  id: found.id,
  email: found.email,
  username: found.username,
  firstName: found.first_name,
  lastName: found.last_name,
  isAdmin: found.is_admin,
  owesSecondFactor: false,
  plan: found.plan,
  profileImageKey: found.profile_image_key,
  sessionId,
});

/** Ends a session on the server, so that a copied cookie stops working. */
export async function endSession(em: Em, sessionId: number) {
  await row(em)`delete from sessions where id = ${sessionId}`;
}

/** Ends every session and begun sign-in of an account, in the caller's transaction. */
export async function endSessions(em: Em, userId: number) {
  await row(em)`delete from begun_sign_ins where user_id = ${userId}`;
  await row(em)`delete from sessions where user_id = ${userId}`;
}

export interface SessionLine {
  id: number;
  device: string;
  address: string | null;
  /** ISO 8601, accurate to ten minutes. */
  lastSeenAt: string;
  isCurrent: boolean;
}

/** `Sign out everywhere` also ends those above this limit. */
const sessionsShown = 50;

export async function listSessions({ em, viewer, now }: MemberScope): Promise<SessionLine[]> {
  const idleSince = new Date(now().getTime() - idleMs);
  const found = await rows<Omit<SessionLine, 'device'> & { agent: string | null }>(em)`
    select id, agent, address, last_seen_at as "lastSeenAt", id = ${viewer.sessionId} as "isCurrent"
    from sessions where user_id = ${viewer.id} and expires_at > ${now()} and last_seen_at > ${idleSince}
    order by "isCurrent" desc, last_seen_at desc, id desc limit ${sessionsShown}`;
  return found.map(({ agent, ...line }) => ({ ...line, device: deviceOf(agent) }));
}

export async function endOwnSession({ em, viewer }: MemberScope, sessionId: number) {
  await row(em)`delete from sessions where id = ${sessionId} and user_id = ${viewer.id}`;
}
