import type { Em } from '../../../db/orm.server.ts';
import { enqueue } from '../../../db/queue.server.ts';
import { row } from '../../../db/sql.server.ts';
import { NotFound, Refused } from '../../../errors.ts';
import type { MemberScope } from '../../../scope.ts';
import { notify } from '../../core/notifications/notify.server.ts';
import {
  type ActFacts,
  isCreatorsAlone,
  mayTransition,
  type RequestTransition,
  type Side,
  transitionRules,
} from './may-transition.ts';
import { lockStep, move, type RequestRow } from './move.server.ts';
import { stateNames } from './states.ts';

export const sideOf = (
  { requesterId, creatorId }: Pick<RequestRow, 'requesterId' | 'creatorId'>,
  memberId: number,
): Side | null => (memberId === requesterId ? 'requester' : memberId === creatorId ? 'creator' : null);

export const factsFor = (request: RequestRow, side: Side | null, isPrivate: boolean): ActFacts => ({
  side,
  state: request.state,
  dueAt: request.dueAt,
  agrees: side === 'creator' ? request.creatorAgrees : request.requesterAgrees,
  otherAgrees: side === 'creator' ? request.requesterAgrees : request.creatorAgrees,
  isPrivate,
});

/**
 * Takes a step for one side. Of two steps at the same moment, the second one is refused.
 * @throws NotFound for others; Refused when the step is not allowed now, or beside `note` when a dispute has no text
 */
export async function transitionRequest(
  scope: MemberScope,
  id: number,
  act: RequestTransition,
  note: string | null = null,
): Promise<RequestRow> {
  return scope.em.transactional(async (em) => {
    const request = await lockStep(em, id, scope.viewer.id);
    const side = request && sideOf(request, scope.viewer.id);
    if (!request || !side) throw new NotFound();
    const at = scope.now();
    if (!mayTransition(act, factsFor(request, side, await isPrivate(em, request)), at)) throw notNow(request);
    if (act === 'dispute' && !note) {
      throw new Refused('Please say what is not as you asked for.', { field: 'note' });
    }
    if (act === 'publish' || act === 'keep-private') await setAgreement(em, scope, { request, side, act });
    if (act === 'accept') request.contentId = await beginItem(em, request, at);
    if (act === 'deliver') await handOver(em, request, at);
    const { to } = transitionRules[act];
    if (to) {
      const owesRefund = act === 'cancel' && request.state === 'paid';
      await move(em, request, { to, by: scope.viewer.id, note, at, owesRefund });
    }
    return request;
  });
}

const notNow = ({ state }: RequestRow) =>
  new Refused(
    `This cannot be done any more. The request stands at ‘${stateNames[state]}’, or its time is over.`,
    {
      status: 409,
    },
  );

const isPrivate = async (em: Em, { contentId }: RequestRow): Promise<boolean> =>
  contentId !== null &&
  (await row(em)`select 1 from content where id = ${contentId} and status = 'private'`) !== null;

async function beginItem(em: Em, { id, creatorId, requesterId, title }: RequestRow, at: Date) {
  const item = await row<{ id: number }>(em)`
    insert into content (creator_id, title, category, tier, content_type, status, published_at, made_for,
      created_at, updated_at)
    values (${creatorId}, ${title}, 'technique', 'vip', 'image', 'draft', null, ${requesterId}, ${at}, ${at})
    returning id`;
  await row(em)`update requests set content_id = ${item?.id} where id = ${id}`;
  return item?.id ?? null;
}

async function handOver(em: Em, { contentId }: RequestRow, at: Date) {
  const hasMedia = await row(em)`
    select 1 from media where content_id = ${contentId} and status = 'ready' limit 1`;
  if (!hasMedia) {
    const link = { href: `/content/${contentId}/edit/media`, label: 'Add pictures and video' };
    throw new Refused('There is nothing to deliver yet: add at least one picture or film first.', { link });
  }
  await row(em)`
    update content set status = 'private', updated_at = ${at} where id = ${contentId} and status = 'draft'`;
}

/** Publishes the item when both sides agree; the requester keeps access as a buyer. After a refund the creator alone
 *  decides. */
async function setAgreement(
  em: Em,
  { viewer, now }: MemberScope,
  { request, side, act }: { request: RequestRow; side: Side; act: 'publish' | 'keep-private' },
) {
  const agrees = act === 'publish';
  const isAlone = isCreatorsAlone({ side, state: request.state });
  const other = isAlone || (side === 'creator' ? request.requesterAgrees : request.creatorAgrees);
  await row(em)`
    update requests set creator_agrees = case when ${side} = 'creator' then ${agrees} else creator_agrees end,
      requester_agrees = case when ${side} = 'requester' then ${agrees} else requester_agrees end
    where id = ${request.id}`;
  if (agrees && !other) {
    await enqueue(em, 'request-letters', { id: request.id, state: 'public', by: viewer.id });
  }
  if (!agrees || !other || request.contentId === null) return;
  const at = now();
  await row(em)`
    update content set status = 'published', published_at = ${at}, made_for = null, updated_at = ${at}
    where id = ${request.contentId} and status = 'private'`;
  await notify(em, { kind: 'new-item', about: request.contentId, at });
}
