import type { Em } from '../../../db/orm.server.ts';
import { fragment, row, rows } from '../../../db/sql.server.ts';
import type { State, Topic } from '../../../domain/support-topics.ts';
import type { Tier } from '../../../domain/tiers.ts';
import { NotFound } from '../../../errors.ts';
import type { AdminScope } from '../../../scope.ts';
import { cutOnward, type OnwardRequest, type PageOf, readCursor } from '../../core/lists/keyset.ts';
import { planInForce } from '../../identity/accounts/plan-in-force.server.ts';
import type { Show } from './queue-filter.schema.ts';
import { stateOf } from './thread.server.ts';

export interface QueuedQuestion {
  id: number;
  topic: Topic;
  subject: string;
  reference: string | null;
  askedAt: string;
  lastAt: string;
  dueAt: string | null;
  closedAt: string | null;
  state: State;
  /** The member who asks; all null for a visitor. */
  askerId: number | null;
  username: string | null;
  /** Their present plan. */
  plan: Tier | null;
  name: string;
}

const columns = (now: Date) => fragment`q.id, q.topic, q.subject, q.reference, q.asked_at as "askedAt",
  q.last_at as "lastAt", q.due_at as "dueAt", q.closed_at as "closedAt", ${stateOf} as state, u.id as "askerId",
  u.username::text, case when u.id is not null then ${planInForce(now)} end as plan,
  coalesce(q.name, u.first_name || ' ' || u.last_name) as name`;
const tables = fragment`support_questions q left join users u on u.id = q.asker_id`;

interface Asked extends OnwardRequest {
  show: Show;
  topic: Topic | null;
}

/**
 * Open questions by present plan (E1.16), then by due time; `late` are overdue. Present plans cannot be
 * indexed, so each page reads all open questions.
 */
async function listWaiting({ em, now }: AdminScope, { show, topic, size, after }: Asked) {
  const cursor = readCursor(after, 'match');
  const [rank = 0, due = ''] = cursor?.value.split(/ (.*)/) ?? [];
  const beyond = cursor
    ? fragment`where (rank, "dueAt", id) > (${Number(rank)}::int, ${due}::timestamptz, ${cursor.id}::int)`
    : fragment``;
  const late = show === 'late' ? fragment`and q.due_at < ${now()}::timestamptz` : fragment``;
  const fetched = await rows<QueuedQuestion & { rank: number }>(em)`
    select * from (
      select ${columns(now())},
        case ${planInForce(now())} when 'vip' then 0 when 'premium' then 1 else 2 end as rank
      from ${tables} where q.due_at is not null ${late} ${ofTopic(topic)}
    ) waiting ${beyond} order by rank, "dueAt", id limit ${size + 1}`;
  const page = cutOnward(fetched, size, ({ rank, dueAt, id }) => ({ value: `${rank} ${dueAt}`, id }));
  return { ...page, items: page.items.map(({ rank, ...question }) => question) };
}

async function listDone({ em, now }: AdminScope, { show, topic, size, after }: Asked) {
  const cursor = readCursor(after);
  const moment = show === 'closed' ? fragment`q.closed_at` : fragment`q.last_at`;
  const isShown =
    show === 'closed'
      ? fragment`q.closed_at is not null`
      : fragment`q.due_at is null and q.closed_at is null`;
  const start = cursor
    ? fragment`and (${moment}, q.id) < (${cursor.value}::timestamptz, ${cursor.id}::int)`
    : fragment``;
  const fetched = await rows<QueuedQuestion>(em)`
    select ${columns(now())} from ${tables} where ${isShown} ${ofTopic(topic)} ${start}
    order by ${moment} desc, q.id desc limit ${size + 1}`;
  return cutOnward(fetched, size, ({ closedAt, lastAt, id }) => ({
    value: (show === 'closed' ? closedAt : lastAt) ?? '',
    id,
  }));
}

const ofTopic = (topic: Topic | null) => (topic ? fragment`and q.topic = ${topic}` : fragment``);

export const listQuestions = (scope: AdminScope, asked: Asked): Promise<PageOf<QueuedQuestion>> =>
  asked.show === 'open' || asked.show === 'late' ? listWaiting(scope, asked) : listDone(scope, asked);

/** One question with the address for its answer. @throws NotFound */
export async function findQuestion({ em, now }: AdminScope, id: number) {
  const found = await row<QueuedQuestion & { email: string | null }>(em)`
    select ${columns(now())}, coalesce(q.email, u.email::text) as email from ${tables} where q.id = ${id}`;
  if (!found) throw new NotFound();
  return found;
}

const mostCounted = 1_000;

export async function countOpenQuestions(em: Em, now: Date): Promise<{ open: number; overdue: number }> {
  const found = await row<{ open: number; overdue: number }>(em)`
    select count(*)::int as open, (count(*) filter (where due_at < ${now}::timestamptz))::int as overdue
    from (select due_at from support_questions where due_at is not null order by due_at limit ${mostCounted}) w`;
  return found ?? { open: 0, overdue: 0 };
}
