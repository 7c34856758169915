import { beforeAll, expect, test } from 'vitest';
import { fillTables } from '../../../../tests/support/database/bulk-data.ts';
import { watched } from '../../../../tests/support/database/plans.ts';
import { row } from '../../../../tests/support/sql.ts';
import { testWorld } from '../../../../tests/support/world.ts';
import type { MemberScope, Viewer } from '../../../scope.ts';
import { collections } from '../../operations/personal-data/collections.server.ts';
import { firstReplies, listComments, listReplies } from './comments.server.ts';
import { pinComment } from './pin-comment.server.ts';

const world = testWorld();
const page = { size: 20, after: null };
let creator: Viewer;
let item = 0;
/** A comment with 20,000 answers. */
let busy = 0;

/** An item with 100,000 comments, a third of them answers and a third removed without answers; as many elsewhere. */
beforeAll(async () => {
  creator = await world.person({ plan: 'vip', username: 'asked_much' });
  item = await world.item({ creator: creator.id });
  const other = await world.item();
  await fillTables(world.em(), tables, async (em) => {
    await row(em)`insert into users (email, verified_email, username, first_name, last_name, password_hash)
      select 'p' || n || '@example.com', 'p' || n || '@example.com', 'p_' || n, 'P', 'N' || n, 'x'
      from generate_series(1, 1000) n`;
    const first = await row<{ id: number }>(em)`select min(id) as id from users where username like 'p\\_%'`;
    for (const each of [item, other]) {
      await row(
        em,
      )`insert into comments (content_id, member_id, text, attempt, removed_at, removed_by, created_at)
        select ${each}::int, ${first?.id ?? 0}::int + n % 1000, 'Comment ' || n, ${each}::text || ' a' || n,
          case when n % 2 = 0 then now() end, case when n % 2 = 0 then 'creator' end,
          timestamptz '2026-01-01' + n * interval '1 minute'
        from generate_series(1, 66000) n`;
      await row(em)`with parent as (
          select min(id) as busy, max(id) - 1 as newest from comments where content_id = ${each}
        )
        insert into comments (content_id, member_id, parent_id, text, attempt, created_at)
        select ${each}::int, ${first?.id ?? 0}::int + n % 1000, case when n <= 20000 then busy else newest end,
          'Answer ' || n, ${each}::text || ' b' || n, timestamptz '2026-06-01' + n * interval '1 second'
        from generate_series(1, 34000) n, parent`;
    }
    await row(em)`update comments c set replies = (select count(*) from comments r where r.parent_id = c.id)
      where id in (select parent_id from comments)`;
    await row(em)`update content_stats s set comments = n.n from (
      select content_id, count(*) as n from comments where removed_at is null group by 1) n
      where n.content_id = s.content_id`;
    await row(em)`insert into blocks (member_id, blocked_id, at)
      select id, ${first?.id ?? 0}::int + (id + n * 37) % 1000, now() from users, generate_series(1, 20) n
      on conflict do nothing`;
    await row(em)`insert into content (creator_id, title, category, tier, content_type)
      select ${creator.id}, 'Item ' || n, 'training', 'free', 'image' from generate_series(1, 2000) n`;
    await row(em)`insert into content_stats (content_id, creator_id, is_published)
      select id, creator_id, false from content on conflict do nothing`;
    busy =
      (await row<{ id: number }>(em)`select min(id) as id from comments where content_id = ${item}`)?.id ?? 0;
  });
  await row(world.em())`analyze users, comments, blocks, content, content_stats`;
  await pinComment(world.member(creator), busy, true);
}, 120_000);

const tables = ['comments', 'users', 'content', 'content_stats', 'blocks', 'media'];

test.each<[string, (scope: MemberScope) => Promise<unknown>]>([
  [
    'the list, with its answers',
    async (scope) => {
      const list = await listComments(scope, item, page);
      expect(list.items).toHaveLength(21);
      await firstReplies(scope, list, 3);
    },
  ],
  [
    'the list, further on',
    async (scope) => {
      const { after } = await listComments(world.member(creator), item, { ...page, size: 30_000 });
      expect((await listComments(scope, item, { ...page, after })).items).toHaveLength(20);
    },
  ],
  ['20,000 answers', (scope) => listReplies(scope, busy, page)],
  [
    '20,000 answers, further on',
    async (scope) => {
      const { after } = await listReplies(world.member(creator), busy, { ...page, size: 15_000 });
      await listReplies(scope, busy, { ...page, after });
    },
  ],
  [
    'a piece of the archive',
    async (scope) =>
      collections
        .find(({ name }) => name === 'comments')
        ?.read(scope.em, { memberId: creator.id, after: 0, size: 500 }),
  ],
])('with 100,000 comments on an item, %s reads only a page', async (_, read) => {
  const { scope, plans } = watched(world.scope(creator));
  await read(scope as MemberScope);
  expect(plans.length).toBeGreaterThan(0);
  for (const plan of plans) {
    expect(
      plan.scanned.filter((table) => tables.includes(table)),
      plan.sql,
    ).toEqual([]);
    expect(plan.wasted, plan.sql).toBeLessThan(200);
    expect(plan.gathered, plan.sql).toBeLessThan(200);
  }
});
