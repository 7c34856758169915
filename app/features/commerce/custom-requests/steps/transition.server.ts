import { db } from '../../../../db/kysely.server.ts';
import type { Em } from '../../../../db/orm.server.ts';
import { enqueue } from '../../../../db/queue.server.ts';
import { NotFound, Refused } from '../../../../errors.ts';
import type { MemberScope } from '../../../../scope.ts';
import { notify } from '../../../core/notifications/notify.server.ts';
import {
  isCreatorsAlone,
  mayTransition,
  type RequestTransition,
  type Side,
  type TransitionFacts,
  transitionRules,
} from './may-transition.ts';
import { lockRequestAndMembers, move, type RequestRow } from './move.server.ts';
import { stateNames } from './states.ts';

export const sideOf = (
  { requesterId, creatorId }: Pick<RequestRow, 'requesterId' | 'creatorId'>,
  memberId: number,
): Side | null => (memberId === requesterId ? 'requester' : memberId === creatorId ? 'creator' : null);

export const factsFor = (request: RequestRow, side: Side | null, isPrivate: boolean): TransitionFacts => ({
  side,
  state: request.state,
  dueAt: request.dueAt,
  agrees: side === 'creator' ? request.creatorAgrees : request.requesterAgrees,
  otherAgrees: side === 'creator' ? request.requesterAgrees : request.creatorAgrees,
  isPrivate,
});

/** Takes a step for one side. Of two steps at the same moment, the second one is refused.
 *  @throws NotFound for others; Refused when the step is not allowed now, or beside `note` when a dispute has no
 *    text */
export async function transitionRequest(
  scope: MemberScope,
  id: number,
  transition: RequestTransition,
  note: string | null = null,
): Promise<RequestRow> {
  return scope.em.transactional(async (em) => {
    const request = await lockRequestAndMembers(em, id, scope.viewer.id);
    const side = request && sideOf(request, scope.viewer.id);
    if (!request || !side) throw new NotFound();
    const at = scope.now();
    if (!mayTransition(transition, factsFor(request, side, await isPrivate(em, request)), at))
      throw notNow(request);
    if (transition === 'dispute' && !note) {
      throw new Refused('Please say what is wrong with it.', { field: 'note' });
    }
    if (transition === 'publish' || transition === 'keep-private')
      await setAgreement(em, scope, { request, side, transition });
    if (transition === 'accept') request.contentId = await beginItem(em, request, at);
    if (transition === 'deliver') await handOver(em, request, at);
    const { to } = transitionRules[transition];
    if (to) {
      const owesRefund = transition === 'cancel' && request.state === 'paid';
      await move(em, request, { to, by: scope.viewer.id, note, at, owesRefund });
    }
    return request;
  });
}

const notNow = ({ state }: RequestRow) =>
  new Refused(
    `This is no longer possible. The request is now ‘${stateNames[state]}’, or its deadline has passed.`,
    {
      status: 409,
    },
  );

async function isPrivate(em: Em, { contentId }: RequestRow): Promise<boolean> {
  if (contentId === null) return false;
  const item = await db(em)
    .selectFrom('content')
    .select('status')
    .where('id', '=', contentId)
    .executeTakeFirst();
  return item?.status === 'private';
}

async function beginItem(em: Em, { id, creatorId, requesterId, title }: RequestRow, at: Date) {
  const item = await db(em)
    .insertInto('content')
    .values({
      creator_id: creatorId,
      title,
      category: 'technique',
      tier: 'vip',
      content_type: 'image',
      status: 'draft',
      published_at: null,
      made_for: requesterId,
      created_at: at,
      updated_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db(em).updateTable('requests').set({ content_id: item.id }).where('id', '=', id).execute();
  return item.id;
}

async function handOver(em: Em, { contentId }: RequestRow, at: Date) {
  const media = await db(em)
    .selectFrom('media')
    .select('id')
    .where('content_id', '=', contentId)
    .where('status', '=', 'ready')
    .limit(1)
    .executeTakeFirst();
  if (contentId === null || !media) {
    const link = { href: `/content/${contentId}/edit/media`, label: 'Add pictures and video' };
    throw new Refused('There is nothing to deliver yet: add at least one picture or video first.', { link });
  }
  await db(em)
    .updateTable('content')
    .set({ status: 'private', updated_at: at })
    .where('id', '=', contentId)
    .where('status', '=', 'draft')
    .execute();
}

/** Publishes the item when both sides agree; after a refund the creator alone decides. */
async function setAgreement(
  em: Em,
  { viewer, now }: MemberScope,
  { request, side, transition }: { request: RequestRow; side: Side; transition: 'publish' | 'keep-private' },
) {
  const agrees = transition === 'publish';
  const isAlone = isCreatorsAlone({ side, state: request.state });
  const other = isAlone || (side === 'creator' ? request.requesterAgrees : request.creatorAgrees);
  await db(em)
    .updateTable('requests')
    .set(side === 'creator' ? { creator_agrees: agrees } : { requester_agrees: agrees })
    .where('id', '=', request.id)
    .execute();
  if (agrees && !other) {
    await enqueue(em, 'request-emails', { id: request.id, state: 'public', by: viewer.id });
  }
  if (!agrees || !other || request.contentId === null) return;
  const at = now();
  await db(em)
    .updateTable('content')
    .set({ status: 'published', published_at: at, made_for: null, updated_at: at })
    .where('id', '=', request.contentId)
    .where('status', '=', 'private')
    .execute();
  await notify(em, { kind: 'new-item', about: request.contentId, at });
}
