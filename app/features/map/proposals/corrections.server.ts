import { countAll, db } from '../../../db/kysely.server.ts';
import { lockMembers } from '../../../db/lock-order.server.ts';
import type { Em } from '../../../db/orm.server.ts';
import { NotFound, Refused } from '../../../errors.ts';
import type { CuratorScope, MemberScope } from '../../../scope.ts';
import { cutForwardPage, type ForwardRequest, type PageOf, readCursor } from '../../core/lists/keyset.ts';
import { enforceRateLimit } from '../../core/rate-limits/rate-limit.server.ts';
import type { CorrectionInput } from './correction.schema.ts';
import type { MapThing } from './map-thing.ts';
import { tableOf } from './propose.server.ts';

/** What one member may have waiting for curators at a time. */
export const mostOpen = 50;

/** What a correction is about. @throws NotFound for what is not on the map */
export async function findCorrectable(em: Em, { kind, id }: MapThing) {
  const found = await db(em)
    .selectFrom(tableOf(kind))
    .select(['id', 'slug', 'name'])
    .where('id', '=', id)
    .where('state', '=', 'accepted')
    .executeTakeFirst();
  if (!found) throw new NotFound();
  return { ...found, kind };
}

/** Takes what a member says is wrong. The same text sent again is the same correction. @throws NotFound, Refused */
export async function fileCorrection(
  scope: MemberScope,
  thing: MapThing,
  { subject, text, source }: CorrectionInput,
): Promise<{ id: number; isNew: boolean }> {
  await enforceRateLimit(scope, 'map correction');
  const { viewer, now } = scope;
  return scope.em.transactional(async (em) => {
    await findCorrectable(em, thing);
    // Parallel corrections of a member are counted one by one.
    await lockMembers(em, [viewer.id]);
    const open = db(em)
      .selectFrom('map_corrections')
      .where('member_id', '=', viewer.id)
      .where('state', '=', 'open');
    const same = await open
      .select('id')
      .where(`${thing.kind}_id`, '=', thing.id)
      .where('subject', '=', subject)
      .where('text', '=', text)
      .executeTakeFirst();
    if (same) return { id: same.id, isNew: false };
    const { count } = await open.select(countAll().as('count')).executeTakeFirstOrThrow();
    if (count >= mostOpen)
      throw new Refused(`You have ${mostOpen} corrections waiting. Please wait until some are decided.`, {
        status: 409,
      });
    const { id } = await db(em)
      .insertInto('map_corrections')
      .values({
        member_id: viewer.id,
        subject,
        text,
        source: source || null,
        created_at: now(),
        position_id: null,
        transition_id: null,
        [`${thing.kind}_id`]: thing.id,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return { id, isNew: true };
  });
}

const corrections = (em: Em) =>
  db(em)
    .selectFrom('map_corrections as c')
    .leftJoin('map_positions as p', 'p.id', 'c.position_id')
    .leftJoin('map_transitions as t', 't.id', 'c.transition_id')
    .innerJoin('users as m', 'm.id', 'c.member_id')
    .leftJoin('users as d', 'd.id', 'c.decided_by')
    .select([
      ...(['c.id', 'c.subject', 'c.text', 'c.source', 'c.state', 'c.reason'] as const),
      ...(['c.created_at as createdAt', 'c.decided_at as decidedAt', 'c.member_id as memberId'] as const),
      ...(['p.id as positionId', 'p.name as positionName', 't.id as transitionId'] as const),
      ...(['t.name as transitionName', 'm.username as member', 'd.username as decidedBy'] as const),
      ...(['t.actor', 't.ruleset'] as const),
    ]);

type Row = Awaited<ReturnType<ReturnType<typeof corrections>['execute']>>[number];

function withThing({ positionId, positionName, transitionId, transitionName, ...facts }: Row) {
  const thing: MapThing =
    positionId === null
      ? { kind: 'transition', id: transitionId ?? 0 }
      : { kind: 'position', id: positionId };
  return { ...facts, thing, name: positionName ?? transitionName ?? '' };
}
export type Correction = ReturnType<typeof withThing>;

/** @throws NotFound */
export async function findCorrection({ em }: Pick<CuratorScope, 'em'>, id: number): Promise<Correction> {
  const found = await corrections(em).where('c.id', '=', id).executeTakeFirst();
  if (!found) throw new NotFound();
  return withThing(found);
}

const largestInt = 2_147_483_647;

/** Open corrections for curators, oldest first. */
export async function correctionQueue(
  { em }: CuratorScope,
  { size, after }: ForwardRequest,
): Promise<PageOf<Correction>> {
  const found = await corrections(em)
    .where('c.state', '=', 'open')
    .where('c.id', '>', readCursor(after, 'whole')?.id ?? 0)
    .orderBy('c.id')
    .limit(size + 1)
    .execute();
  return cutForwardPage(found.map(withThing), size, ({ id }) => ({ value: String(id), id }));
}

/** What the viewer has corrected, newest first. */
export async function ownCorrections(
  { em, viewer }: MemberScope,
  { size, after }: ForwardRequest,
): Promise<PageOf<Correction>> {
  const found = await corrections(em)
    .where('c.member_id', '=', viewer.id)
    .where('c.id', '<', readCursor(after, 'whole')?.id ?? largestInt)
    .orderBy('c.id', 'desc')
    .limit(size + 1)
    .execute();
  return cutForwardPage(found.map(withThing), size, ({ id }) => ({ value: String(id), id }));
}
