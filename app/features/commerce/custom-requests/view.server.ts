import type { Em } from '../../../db/orm.server.ts';
import { fragment, row, rows } from '../../../db/sql.server.ts';
import type { ContentStatus } from '../../../domain/content-terms.ts';
import { NotFound } from '../../../errors.ts';
import type { AdminScope, MemberScope } from '../../../scope.ts';
import { cutOnward, type PageOf, readCursor } from '../../core/lists/keyset.ts';
import { mayPay, type RequestTransition, type Side, transitionsNow } from './may-transition.ts';
import { type RequestRow, requestColumns } from './move.server.ts';
import type { RequestState } from './states.ts';
import { factsFor, sideOf } from './transition.server.ts';

export interface RequestLine {
  id: number;
  title: string;
  state: RequestState;
  priceCents: number;
  dueAt: string | null;
  movedAt: string;
  other: string;
  otherUsername: string;
}

interface Step {
  id: number;
  state: RequestState;
  at: string;
  by: string | null;
  note: string | null;
}

export interface RequestView extends RequestRow {
  requester: string;
  requesterUsername: string;
  creator: string;
  creatorUsername: string;
  itemStatus: ContentStatus | null;
  hasMedia: boolean;
  purchaseId: number | null;
  steps: Step[];
}

const columns = fragment`${requestColumns}, a.first_name || ' ' || a.last_name as requester,
  a.username::text as "requesterUsername", b.first_name || ' ' || b.last_name as creator,
  b.username::text as "creatorUsername", c.status as "itemStatus",
  exists (select 1 from media where content_id = r.content_id and status = 'ready') as "hasMedia",
  (select max(id) from purchases where content_id = r.content_id and user_id = r.requester_id
    and paid_at is not null) as "purchaseId"`;
const tables = fragment`requests r join users a on a.id = r.requester_id join users b on b.id = r.creator_id
  left join content c on c.id = r.content_id`;

async function find(em: Em, id: number): Promise<RequestView> {
  const found = await row<Omit<RequestView, 'steps'>>(
    em,
  )`select ${columns} from ${tables} where r.id = ${id}`;
  if (!found) throw new NotFound();
  const steps = await rows<Step>(em)`
    select s.id, s.state, s.at, s.note, case when s.actor_id = r.requester_id or s.actor_id = r.creator_id
      then u.first_name || ' ' || u.last_name end as by
    from request_steps s join requests r on r.id = s.request_id left join users u on u.id = s.actor_id
    where s.request_id = ${id} order by s.id`;
  return { ...found, steps };
}

export interface OwnRequest extends RequestView {
  side: Side;
  acts: RequestTransition[];
  mayPay: boolean;
  agrees: boolean;
  otherAgrees: boolean;
}

export async function findRequest({ em, viewer, now }: MemberScope, id: number): Promise<OwnRequest> {
  const request = await find(em, id);
  const side = sideOf(request, viewer.id);
  if (!side) throw new NotFound();
  const facts = factsFor(request, side, request.itemStatus === 'private');
  const { agrees, otherAgrees } = facts;
  return {
    ...request,
    side,
    acts: transitionsNow(facts, now()),
    mayPay: mayPay(facts, now()),
    agrees,
    otherAgrees,
  };
}

export const findAnyRequest = ({ em }: AdminScope, id: number): Promise<RequestView> => find(em, id);

interface PageRequest {
  size: number;
  after?: string | null;
}

export function listRequests(
  { em, viewer }: MemberScope,
  { side, ...page }: PageRequest & { side: Side },
): Promise<PageOf<RequestLine>> {
  const [own, other] =
    side === 'requester'
      ? [fragment`r.requester_id`, fragment`r.creator_id`]
      : [fragment`r.creator_id`, fragment`r.requester_id`];
  return lines(em, { where: fragment`${own} = ${viewer.id}`, other, ...page });
}

/** A page for admins: the disputes, the longest waiting first, or all requests, the last changed first. */
export function listAllRequests(
  { em }: AdminScope,
  { show, ...page }: PageRequest & { show: 'disputed' | 'all' },
): Promise<PageOf<RequestLine>> {
  const where = show === 'disputed' ? fragment`r.state = 'disputed'` : fragment`true`;
  return lines(em, { where, other: fragment`r.creator_id`, isOldestFirst: show === 'disputed', ...page });
}

interface Lines extends PageRequest {
  where: ReturnType<typeof fragment>;
  other: ReturnType<typeof fragment>;
  isOldestFirst?: boolean;
}

async function lines(em: Em, { where, other, size, after, isOldestFirst = false }: Lines) {
  const cursor = readCursor(after);
  const [way, sign] = isOldestFirst ? [fragment`asc`, fragment`>`] : [fragment`desc`, fragment`<`];
  const beyond = cursor
    ? fragment`and (r.moved_at, r.id) ${sign} (${cursor.value}::timestamptz, ${cursor.id}::int)`
    : fragment``;
  const fetched = await rows<RequestLine>(em)`
    select r.id, r.title, r.state, r.price_cents as "priceCents", r.due_at as "dueAt", r.moved_at as "movedAt",
      u.first_name || ' ' || u.last_name as other, u.username::text as "otherUsername"
    from requests r join users u on u.id = ${other}
    where ${where} ${beyond} order by r.moved_at ${way}, r.id ${way} limit ${size + 1}`;
  return cutOnward(fetched, size, ({ movedAt, id }) => ({ value: movedAt, id }));
}

const mostCounted = 1_000;

/** The number of disputes that wait for an admin, at most 1,000. */
export async function countDisputed(em: Em): Promise<number> {
  const found = await row<{ count: number }>(em)`
    select count(*)::int as count
    from (select 1 from requests where state = 'disputed' limit ${mostCounted}) waiting`;
  return found?.count ?? 0;
}
