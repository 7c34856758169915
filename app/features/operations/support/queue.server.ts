import type { InferResult } from 'kysely';
import { bigint, countAll, db, sql, timestamptz } from '../../../db/kysely.server.ts';
import type { Em } from '../../../db/orm.server.ts';
import type { Topic } from '../../../domain/support-topics.ts';
import type { Tier } from '../../../domain/tiers.ts';
import { NotFound } from '../../../errors.ts';
import type { AdminScope } from '../../../scope.ts';
import { cutForwardPage, type ForwardRequest, type PageOf, readCursor } from '../../core/lists/keyset.ts';
import { fullName } from '../../identity/accounts/full-name.server.ts';
import { planInForce } from '../../identity/accounts/plan-in-force.server.ts';
import type { Show } from './queue-filter.schema.ts';
import { stateOf } from './thread.server.ts';

export type QueuedQuestion = InferResult<ReturnType<typeof questions>>[number];

/** Questions, each with its member; a visitor's has no `askerId`, `username` and present `plan`. */
const questions = ({ em, now }: AdminScope) =>
  db(em)
    .selectFrom('support_questions as q')
    .leftJoin('users as u', 'u.id', 'q.asker_id')
    .select([
      'q.id',
      'q.topic',
      'q.subject',
      'q.reference',
      'q.asked_at as askedAt',
      'q.last_at as lastAt',
      'q.due_at as dueAt',
      'q.closed_at as closedAt',
      stateOf.as('state'),
      'u.id as askerId',
      'u.username',
      sql<Tier | null>`case when u.id is not null then ${planInForce(now())} end`.as('plan'),
      sql<string>`coalesce(q.name, ${fullName})`.as('name'),
    ]);

interface Asked extends ForwardRequest {
  show: Show;
  topic: Topic | null;
}

/** Open questions by present plan (E1.16), which no index can hold, so each page reads all of them. */
async function listWaiting(scope: AdminScope, { show, topic, size, after }: Asked) {
  const cursor = readCursor(after, 'match');
  const [rank, due = ''] = cursor?.value.split(/ (.*)/) ?? [];
  const rankNow = sql<number>`case ${planInForce(scope.now())} when 'vip' then 0 when 'premium' then 1 else 2 end`;
  const waiting = questions(scope)
    .select(rankNow.as('rank'))
    .where('q.due_at', 'is not', null)
    .$if(show === 'late', (all) => all.where('q.due_at', '<', timestamptz(scope.now())))
    .$if(topic !== null, (all) => all.where('q.topic', '=', topic));
  const fetched = await db(scope.em)
    .selectFrom(waiting.as('waiting'))
    .selectAll()
    .where((q) =>
      cursor
        ? q(q.refTuple('rank', 'dueAt', 'id'), '>', q.tuple(Number(rank), due, bigint(cursor.id)))
        : q.lit(true),
    )
    .orderBy('rank')
    .orderBy('dueAt')
    .orderBy('id')
    .limit(size + 1)
    .execute();
  const page = cutForwardPage(fetched, size, ({ rank, dueAt, id }) => ({ value: `${rank} ${dueAt}`, id }));
  return { ...page, items: page.items.map(({ rank, ...question }) => question) };
}

async function listDone(scope: AdminScope, { show, topic, size, after }: Asked) {
  const cursor = readCursor(after);
  const moment = show === 'closed' ? 'q.closed_at' : 'q.last_at';
  const fetched = await questions(scope)
    .where((q) =>
      show === 'closed'
        ? q('q.closed_at', 'is not', null)
        : q.and([q('q.due_at', 'is', null), q('q.closed_at', 'is', null)]),
    )
    .$if(topic !== null, (all) => all.where('q.topic', '=', topic))
    .where((q) =>
      cursor ? q(q.refTuple(moment, 'q.id'), '<', q.tuple(cursor.value, bigint(cursor.id))) : q.lit(true),
    )
    .orderBy(moment, 'desc')
    .orderBy('q.id', 'desc')
    .limit(size + 1)
    .execute();
  return cutForwardPage(fetched, size, ({ closedAt, lastAt, id }) => ({
    value: (show === 'closed' ? closedAt : lastAt) ?? '',
    id,
  }));
}

export const listQuestions = (scope: AdminScope, asked: Asked): Promise<PageOf<QueuedQuestion>> =>
  asked.show === 'open' || asked.show === 'late' ? listWaiting(scope, asked) : listDone(scope, asked);

/** One question with the address for its answer. @throws NotFound */
export async function findQuestion(scope: AdminScope, id: number) {
  const found = await questions(scope)
    .select((q) => q.fn.coalesce('q.email', 'u.email').as('email'))
    .where('q.id', '=', id)
    .executeTakeFirst();
  if (!found) throw new NotFound();
  return found;
}

const mostCounted = 1_000;

export async function countOpenQuestions(em: Em, now: Date): Promise<{ open: number; overdue: number }> {
  return db(em)
    .selectFrom((open) =>
      open
        .selectFrom('support_questions')
        .select('due_at')
        .where('due_at', 'is not', null)
        .orderBy('due_at')
        .limit(mostCounted)
        .as('waiting'),
    )
    .select([
      countAll().as('open'),
      sql<number>`(count(*) filter (where due_at < ${now}::timestamptz))::int`.as('overdue'),
    ])
    .executeTakeFirstOrThrow();
}
