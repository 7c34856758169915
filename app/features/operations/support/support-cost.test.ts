import { expect, test } from 'vitest';
import { watched } from '../../../../tests/support/database/plans.ts';
import { row } from '../../../../tests/support/sql.ts';
import { testWorld } from '../../../../tests/support/world.ts';
import type { MemberScope, Viewer } from '../../../scope.ts';
import { listOwnQuestions } from './own.server.ts';
import { countOpenQuestions, listQuestions } from './queue.server.ts';
import { shows } from './queue-filter.schema.ts';
import { listReplies } from './thread.server.ts';

const world = testWorld();

/** 3,000 members of all plans; 2,000 questions that wait, 6,000 that are answered or closed, one word each. */
async function much(): Promise<Viewer> {
  const em = world.em();
  await row(em)`
    insert into users (email, username, first_name, last_name, password_hash, plan)
    select 'm' || n || '@example.com', 'm' || n, 'M', 'N', 'x', (array['free', 'premium', 'vip'])[1 + n % 3]
    from generate_series(1, 3000) n`;
  const viewer = await world.person({ isAdmin: true });
  await row(em)`
    insert into support_questions (asker_id, topic, subject, asked_at, last_at, due_at, closed_at)
    select (select min(id) from users) + n % 3000, 'other', 'Q' || n, at, at,
      case when n <= 2000 then at + interval '24 hours' end, case when n > 2000 and n % 2 = 0 then at end
    from generate_series(1, 8000) n cross join lateral (select ${world.clock.at}::timestamptz - n * interval '1 minute' as at) m`;
  await row(em)`
    insert into support_replies (question_id, is_answer, text, attempt, at)
    select id, false, 'Words', id::text, asked_at from support_questions`;
  await row(em)`update support_questions set asker_id = ${viewer.id} where id % 50 = 0`;
  for (const name of ['users', 'support_questions', 'support_replies']) {
    await em.getConnection().execute(`analyze ${name}`);
  }
  return viewer;
}

test('lists, one’s own questions, a thread and the counts stay as quick however many there are', async () => {
  const viewer = await much();
  const { scope, plans } = watched(world.member(viewer));
  const member = scope as MemberScope;
  for (const show of shows.filter((each) => each === 'answered' || each === 'closed')) {
    const page = { show, topic: null, size: 24 };
    const first = await listQuestions(member, { ...page, after: null });
    await listQuestions(member, { ...page, after: first.after });
  }
  const own = await listOwnQuestions(member, { size: 24, after: null });
  await listOwnQuestions(member, { size: 24, after: own.after });
  await listReplies(member.em, own.items[0]?.id ?? 0, { size: 30, after: null });
  expect(plans).toHaveLength(7);
  expect(plans.filter(({ scanned }) => scanned.length > 0)).toEqual([]);
  expect(Math.max(...plans.map(({ wasted, gathered }) => Math.max(wasted, gathered)))).toBeLessThan(100);
  await countOpenQuestions(member.em, world.clock.at);
  expect(plans.at(-1)?.gathered).toBeLessThanOrEqual(1_000);

  // All waiting questions are read, because present plans count; the others never are.
  for (const show of ['open', 'late'] as const) {
    await listQuestions(member, { show, topic: null, size: 24, after: null });
    const plan = plans.at(-1);
    expect(plan?.scanned.filter((table) => table === 'support_questions')).toEqual([]);
    expect(plan?.gathered).toBeLessThanOrEqual(2_000);
  }
});
