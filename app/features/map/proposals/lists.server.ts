import { countAll, db, sql } from '../../../db/kysely.server.ts';
import type { Em } from '../../../db/orm.server.ts';
import type { CuratorScope, MemberScope } from '../../../scope.ts';
import {
  type Cursor,
  cutForwardPage,
  type ForwardRequest,
  type PageOf,
  readCursor,
} from '../../core/lists/keyset.ts';
import type { MapState } from '../graph/states.ts';
import type { MapThing } from './map-thing.ts';
import { tableOf } from './propose.server.ts';

export interface ListedProposal extends MapThing {
  name: string;
  state: MapState;
  proposer: string | null;
  decidedBy: string | null;
  reason: string | null;
  createdAt: string;
  decidedAt: string | null;
}

const queues = {
  /** Oldest first. */
  waiting: { at: 'created_at', order: 'asc' },
  /** Newest first. */
  decided: { at: 'decided_at', order: 'desc' },
  own: { at: 'created_at', order: 'desc' },
} as const;

type Show = keyof typeof queues;

/** A page of proposals: positions and transitions in one order. */
async function listProposals(
  em: Em,
  show: Show,
  { size, after, memberId }: ForwardRequest & { memberId?: number },
): Promise<PageOf<ListedProposal>> {
  const cursor = readCursor(after);
  const found = await Promise.all(
    (['position', 'transition'] as const).map((kind) =>
      readProposals(em, kind, show, { cursor, limit: size + 1, memberId }),
    ),
  );
  const sign = queues[show].order === 'asc' ? 1 : -1;
  const all = found.flat().toSorted((a, b) => sign * (Date.parse(a.at) - Date.parse(b.at) || a.key - b.key));
  const page = cutForwardPage(all.slice(0, size + 1), size, ({ at, key }) => ({ value: at, id: key }));
  return { ...page, items: page.items.map(({ at: _, key: __, ...line }) => line) };
}

interface Asked {
  cursor: Cursor | null;
  limit: number;
  memberId?: number;
}

async function readProposals(em: Em, kind: MapThing['kind'], show: Show, asked: Asked) {
  const { at, order } = queues[show];
  // Both kinds sort in one list, without two of them having one key.
  const key = kind === 'position' ? sql<number>`thing.id` : sql<number>`(-thing.id)`;
  let query = db(em)
    .selectFrom(`${tableOf(kind)} as thing`)
    .leftJoin('users as p', 'p.id', 'thing.proposed_by')
    .leftJoin('users as d', 'd.id', 'thing.decided_by')
    .select([
      ...(['thing.id', 'thing.name', 'thing.state', 'thing.decline_reason as reason'] as const),
      ...(['thing.created_at as createdAt', 'thing.decided_at as decidedAt'] as const),
      ...(['p.username as proposer', 'd.username as decidedBy'] as const),
      sql<string>`thing.${sql.ref(at)}`.as('at'),
      key.as('key'),
    ])
    .orderBy(`thing.${at}`, order)
    .orderBy(key, order)
    .limit(asked.limit);
  if (show === 'waiting') query = query.where('thing.state', '=', 'proposed');
  if (show === 'decided') query = query.where('thing.decided_at', 'is not', null);
  if (asked.memberId !== undefined) query = query.where('thing.proposed_by', '=', asked.memberId);
  if (asked.cursor) {
    const beyond = sql.raw(order === 'asc' ? '>' : '<');
    const { value, id } = asked.cursor;
    query = query.where(
      sql<boolean>`(thing.${sql.ref(at)}, ${key}) ${beyond} (${value}::timestamptz, ${id}::int)`,
    );
  }
  return (await query.execute()).map((row) => ({ ...row, kind }));
}

/** Proposals for curators: those that wait, oldest first, or those that were decided, newest first. */
export const proposalQueue = (
  { em }: CuratorScope,
  show: 'waiting' | 'decided',
  asked: ForwardRequest,
): Promise<PageOf<ListedProposal>> => listProposals(em, show, asked);

/** What the viewer has proposed, newest first. */
export const ownProposals = (
  { em, viewer }: MemberScope,
  asked: ForwardRequest,
): Promise<PageOf<ListedProposal>> => listProposals(em, 'own', { ...asked, memberId: viewer.id });

/** Counting stops here. */
const mostCounted = 1_000;

/** How much waits for curators. */
export async function countWaiting({
  em,
}: CuratorScope): Promise<{ proposals: number; corrections: number }> {
  const count = async (table: 'map_positions' | 'map_corrections', state: string) => {
    const found = await db(em)
      .selectFrom((open) =>
        open
          .selectFrom(table)
          .select('id')
          .where('state', '=', state as never)
          .limit(mostCounted)
          .as('waiting'),
      )
      .select(countAll().as('count'))
      .executeTakeFirstOrThrow();
    return found.count;
  };
  const [positions, transitions, corrections] = await Promise.all([
    count('map_positions', 'proposed'),
    count(tableOf('transition'), 'proposed'),
    count('map_corrections', 'open'),
  ]);
  return { proposals: positions + transitions, corrections };
}
