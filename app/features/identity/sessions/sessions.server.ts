import type { Expression, InferResult, Kysely, RawBuilder } from 'kysely';
import { inBatches } from '../../../db/batches/batches.server.ts';
import { anyOfFew, compiledOnce, db, sql, timestamptz } from '../../../db/kysely.server.ts';
import type { Em } from '../../../db/orm.server.ts';
import type { Tables } from '../../../db/tables.ts';
import { NotFound } from '../../../errors.ts';
import type { MemberScope, Viewer } from '../../../scope.ts';
import { planInForce } from '../accounts/plan-in-force.server.ts';
import { hashOf, newToken } from '../accounts/tokens.server.ts';
import { deviceOf, shortAddress } from './device.ts';

const lifetimeMs = 30 * 24 * 60 * 60 * 1000;
const idleMs = 14 * 24 * 60 * 60 * 1000;

const selectViewer = (tables: Kysely<Tables>, now: Date) =>
  tables
    .selectFrom('users as u')
    .select((eb) => [
      'u.id',
      'u.email',
      'u.username',
      'u.first_name',
      'u.last_name',
      'u.is_admin',
      'u.is_curator',
      'u.profile_image_key',
      'u.sees_welcome',
      'u.published_items',
      'u.time_zone',
      planInForce(now).as('plan'),
      eb
        .exists(
          eb
            .selectFrom('second_factors as f')
            .select('f.user_id')
            .whereRef('f.user_id', '=', 'u.id')
            .where('f.confirmed_at', 'is not', null),
        )
        .as('has_second_factor'),
    ]);

type ViewerRow = InferResult<ReturnType<typeof selectViewer>>[number];

/** Begins a session and returns the token for the cookie; only its hash is stored (OWASP ASVS 7.2). The browser's
 *  zone becomes the member's if they have none. */
export async function beginSession(
  em: Em,
  userId: number,
  {
    now,
    agent,
    address,
    timeZone,
  }: { now: Date; agent: string | null; address: string; timeZone?: string | null },
) {
  const token = newToken();
  const expires = new Date(now.getTime() + lifetimeMs);
  await db(em)
    .insertInto('sessions')
    .values({
      token_hash: hashOf(token),
      user_id: userId,
      created_at: now,
      last_seen_at: now,
      expires_at: expires,
      agent: agent?.slice(0, 300) ?? null,
      address: shortAddress(address),
    })
    .execute();
  if (timeZone) await keepZone(em, userId, timeZone);
  return token;
}

/** Keeps the browser's zone as that of a member who has none. */
export async function keepZone(em: Em, userId: number, timeZone: string): Promise<void> {
  await db(em)
    .updateTable('users')
    .set({ time_zone: timeZone })
    .where('id', '=', userId)
    .where('time_zone', 'is', null)
    .execute();
}

interface Finding {
  /** An admin without a second factor counts as a member (ADR-016). */
  adminsNeedFactor?: boolean;
}

/** Makes a function that finds the viewer of a token, with other facts that the same statement reads.
 *  @param factsOf SQL for more about the member of an id */
export function viewerFinder<Facts>(factsOf: (userId: Expression<number>) => RawBuilder<Facts>) {
  const select = compiledOnce(
    (tables, { tokenHashes, now, idleSince }: { tokenHashes: string[]; now: Date; idleSince: Date }) =>
      selectViewer(tables, now)
        .innerJoin('sessions as s', 's.user_id', 'u.id')
        .select((eb) => [
          's.token_hash',
          's.id as session_id',
          's.last_seen_at',
          factsOf(eb.ref('u.id')).as('facts'),
        ])
        .where('s.token_hash', '=', anyOfFew('text', tokenHashes))
        .where('s.expires_at', '>', timestamptz(now))
        .where('s.last_seen_at', '>', timestamptz(idleSince))
        .where('u.status', '=', 'active'),
  );
  /** Nearly all requests of members begin with it. */
  const find = inBatches({
    send: async (em, asks: { tokenHash: string; now: Date }[]) => {
      // The last one is the latest, so no session is accepted after its end.
      const { now } = asks.at(-1) as (typeof asks)[number];
      const idleSince = new Date(now.getTime() - idleMs);
      const found = await select(em, { tokenHashes: asks.map((each) => each.tokenHash), now, idleSince });
      return asks.map(({ tokenHash }) => found.find((each) => each.token_hash === tokenHash));
    },
  });
  return async (em: Em, token: string, now: Date, { adminsNeedFactor = false }: Finding = {}) => {
    const found = await find(em, { tokenHash: hashOf(token), now });
    if (!found) return null;
    await noteSession(em, found, now);
    const viewer = toViewer(found, found.session_id);
    const owesSecondFactor = adminsNeedFactor && viewer.isAdmin && !found.has_second_factor;
    return {
      viewer: { ...viewer, isAdmin: viewer.isAdmin && !owesSecondFactor, owesSecondFactor },
      facts: found.facts as Facts,
    };
  };
}

/** Notes that a session is in use. An accuracy of ten minutes saves a write on nearly every request. */
async function noteSession(em: Em, session: { session_id: number; last_seen_at: string }, now: Date) {
  if (now.getTime() - new Date(session.last_seen_at).getTime() <= 10 * 60 * 1000) return;
  await db(em)
    .updateTable('sessions')
    .set({ last_seen_at: now })
    .where('id', '=', session.session_id)
    .execute();
}

const findViewer = viewerFinder(() => sql<null>`null`);

/** The viewer of a token, or null. */
export async function viewerOf(
  em: Em,
  token: string,
  now: Date,
  options: Finding = {},
): Promise<Viewer | null> {
  return (await findViewer(em, token, now, options))?.viewer ?? null;
}

export async function viewerById(em: Em, userId: number, now: Date): Promise<Viewer> {
  const found = await selectViewer(db(em), now).where('u.id', '=', userId).executeTakeFirst();
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
  isCurator: found.is_curator,
  owesSecondFactor: false,
  plan: found.plan,
  profileImageKey: found.profile_image_key,
  hasContent: found.published_items > 0,
  seesWelcome: found.sees_welcome,
  timeZone: found.time_zone,
  sessionId,
});

/** Ends a session on the server, so that a copied cookie stops working. */
export async function endSession(em: Em, sessionId: number) {
  await db(em).deleteFrom('sessions').where('id', '=', sessionId).execute();
}

/** Ends every session and begun sign-in of an account, in the caller's transaction. */
export async function endSessions(em: Em, userId: number) {
  await db(em).deleteFrom('pending_sign_ins').where('user_id', '=', userId).execute();
  await db(em).deleteFrom('sessions').where('user_id', '=', userId).execute();
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
  const found = await db(em)
    .selectFrom('sessions')
    .select(['id', 'agent', 'address', 'last_seen_at as lastSeenAt'])
    .select(sql<boolean>`id = ${viewer.sessionId}`.as('isCurrent'))
    .where('user_id', '=', viewer.id)
    .where('expires_at', '>', timestamptz(now()))
    .where('last_seen_at', '>', timestamptz(idleSince))
    .orderBy('isCurrent', 'desc')
    .orderBy('last_seen_at', 'desc')
    .orderBy('id', 'desc')
    .limit(sessionsShown)
    .execute();
  return found.map(({ agent, ...line }) => ({ ...line, device: deviceOf(agent) }));
}

export async function endOwnSession({ em, viewer }: MemberScope, sessionId: number) {
  await db(em).deleteFrom('sessions').where('id', '=', sessionId).where('user_id', '=', viewer.id).execute();
}
