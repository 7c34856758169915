import { countAll, db, sql } from '../../../db/kysely.server.ts';
import type { Em } from '../../../db/orm.server.ts';
import { NotFound } from '../../../errors.ts';
import type { AdminScope, MemberScope } from '../../../scope.ts';
import { cutForwardPage, type PageOf, readCursor } from '../../core/lists/keyset.ts';
import { fullName, fullNameOf } from '../../identity/accounts/full-name.server.ts';
import { mayPay, type RequestTransition, type Side, transitionsNow } from './steps/may-transition.ts';
import { requestColumns } from './steps/move.server.ts';
import { factsFor, sideOf } from './steps/transition.server.ts';

async function find(em: Em, id: number) {
  const found = await db(em)
    .selectFrom('requests as r')
    .innerJoin('users as a', 'a.id', 'r.requester_id')
    .innerJoin('users as b', 'b.id', 'r.creator_id')
    .leftJoin('content as c', 'c.id', 'r.content_id')
    .select(requestColumns)
    .select(['a.username as requesterUsername', 'b.username as creatorUsername', 'c.status as itemStatus'])
    .select([fullNameOf('a').as('requester'), fullNameOf('b').as('creator')])
    .select(({ exists, selectFrom }) => [
      exists(
        selectFrom('media as m')
          .select('m.id')
          .whereRef('m.content_id', '=', 'r.content_id')
          .where('m.status', '=', 'ready'),
      )
        .$castTo<boolean>()
        .as('hasMedia'),
      selectFrom('purchases as p')
        .select(({ fn }) => fn.max('p.id').as('id'))
        .whereRef('p.content_id', '=', 'r.content_id')
        .whereRef('p.user_id', '=', 'r.requester_id')
        .where('p.paid_at', 'is not', null)
        .as('purchaseId'),
    ])
    .where('r.id', '=', id)
    .executeTakeFirst();
  if (!found) throw new NotFound();
  return { ...found, steps: await stepsOf(em, id) };
}

export type RequestView = Awaited<ReturnType<typeof find>>;

/** The history. Only the two sides are named. */
const stepsOf = (em: Em, id: number) =>
  db(em)
    .selectFrom('request_steps as s')
    .innerJoin('requests as r', 'r.id', 's.request_id')
    .leftJoin('users as u', 'u.id', 's.actor_id')
    .select(['s.id', 's.state', 's.at', 's.note'])
    .select((eb) => {
      const isSide = eb('s.actor_id', 'in', [eb.ref('r.requester_id'), eb.ref('r.creator_id')]);
      return eb.case().when(isSide).then(fullName).end().as('by');
    })
    .where('s.request_id', '=', id)
    .orderBy('s.id')
    .execute();

export interface OwnRequest extends RequestView {
  side: Side;
  transitions: RequestTransition[];
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
    transitions: transitionsNow(facts, now()),
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
  const lines =
    side === 'requester'
      ? linesWith(em, 'r.creator_id').where('r.requester_id', '=', viewer.id)
      : linesWith(em, 'r.requester_id').where('r.creator_id', '=', viewer.id);
  return pageOf(lines, page, 'desc');
}

/** A page for admins: the disputes, the longest waiting first, or all requests, the last changed first. */
export function listAllRequests(
  { em }: AdminScope,
  { show, ...page }: PageRequest & { show: 'disputed' | 'all' },
): Promise<PageOf<RequestLine>> {
  const lines = linesWith(em, 'r.creator_id');
  return show === 'disputed'
    ? pageOf(lines.where('r.state', '=', disputed), page, 'asc')
    : pageOf(lines, page, 'desc');
}

// A literal, so that the partial index matches.
const disputed = sql.lit('disputed' as const);

const linesWith = (em: Em, other: 'r.requester_id' | 'r.creator_id') =>
  db(em)
    .selectFrom('requests as r')
    .innerJoin('users as u', 'u.id', other)
    .select(['r.id', 'r.title', 'r.state', 'r.price_cents as priceCents', 'r.due_at as dueAt'])
    .select(['r.moved_at as movedAt', fullName.as('other'), 'u.username as otherUsername']);

type Lines = ReturnType<typeof linesWith>;
export type RequestLine = Awaited<ReturnType<Lines['execute']>>[number];

async function pageOf(lines: Lines, { size, after }: PageRequest, direction: 'asc' | 'desc') {
  const cursor = readCursor(after);
  const sign = direction === 'asc' ? sql`>` : sql`<`;
  const beyond =
    cursor && sql<boolean>`(r.moved_at, r.id) ${sign} (${cursor.value}::timestamptz, ${cursor.id}::bigint)`;
  const fetched = await (beyond ? lines.where(beyond) : lines)
    .orderBy('r.moved_at', direction)
    .orderBy('r.id', direction)
    .limit(size + 1)
    .execute();
  return cutForwardPage(fetched, size, ({ movedAt, id }) => ({ value: movedAt, id }));
}

const mostCounted = 1_000;

/** The number of disputes that wait for an admin, at most 1,000. */
export async function countDisputed(em: Em): Promise<number> {
  const { count } = await db(em)
    .selectFrom(({ selectFrom }) =>
      selectFrom('requests').select('id').where('state', '=', disputed).limit(mostCounted).as('waiting'),
    )
    .select(countAll().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}
