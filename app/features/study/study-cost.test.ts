import { beforeAll, expect, test } from 'vitest';
import { fillTables, insertBulkData, vacuum } from '../../../tests/support/database/bulk-data.ts';
import { watched } from '../../../tests/support/database/plans.ts';
import { row } from '../../../tests/support/sql.ts';
import { testWorld } from '../../../tests/support/world.ts';
import type { MemberScope, Viewer } from '../../scope.ts';
import { findList } from './lists/access.server.ts';
import { listEntries } from './lists/entry-list.server.ts';
import { foundLists } from './lists/found-lists.server.ts';
import { listsInProgress } from './lists/in-progress.sql.server.ts';
import { seenOn } from './lists/list-progress.server.ts';
import { listsWith, myLists, publicListsOf } from './lists/lists.server.ts';
import { followedLists } from './lists/sharing/follow-list.server.ts';
import { goingOn } from './next/going-on.server.ts';
import { studiedAt } from './next/studied.server.ts';
import { listNotes, notesOf } from './notes/notes.server.ts';
import { listHistory } from './progress/history.server.ts';
import { readProgress } from './progress/progress.server.ts';

/** STUDY_MARKS=10000000 STUDY_ITEMS=1000000 is the size that the site promises; it takes some minutes. */
const marks = Number(process.env.STUDY_MARKS || 100_000);
const items = Number(process.env.STUDY_ITEMS || 10_000);
const members = Math.max(1_000, Math.floor(marks / 4_000));
/** Who have made 200 lists; every tenth of 50 such members has entries. */
const listOwners = Math.max(50, 50 * Math.floor(marks / 200_000));
const ownMarks = Math.min(20_000, items);

const world = testWorld();
const page = { size: 24, after: null, before: null };
let viewer: Viewer;
let follower: Viewer;
let busiest = 0;

/** A viewer with 20,000 marks, 200 lists of 100 items and 5,000 notes, who follows 200 lists; as many of others. */
beforeAll(async () => {
  viewer = await world.person({ plan: 'vip', username: 'studies_much' });
  follower = await world.person({ username: 'has_begun' });
  await insertBulkData(world.em(), viewer.id, { items: items / 2, creators: 100, members });
  await fillTables(world.em(), ['watched', 'lists', 'list_entries', 'list_follows', 'notes'], async (em) => {
    await row(em)`delete from watched`;
    await row(em)`
      insert into watched (user_id, content_id, watched_at, last_at, seconds, seen_at)
      select u.id, 1 + (u.id * 7919 + n * 31) % ${items}::int, now(), timestamptz '2026-01-01' + n * interval '1 minute',
        n % 300, case when n % 3 = 0 then now() end
      from (select id from users order by id desc limit ${members}) u,
        generate_series(1, ${Math.floor(marks / members)}::int) n
      on conflict do nothing`;
    await row(em)`
      insert into watched (user_id, content_id, watched_at, last_at, seconds, seen_at)
      select ${viewer.id}, n, now(), timestamptz '2026-01-01' + n * interval '1 minute', n % 300,
        case when n % 3 = 0 then now() end
      from generate_series(1, ${ownMarks}::int) n on conflict do nothing`;
    await row(em)`
      insert into lists (member_id, title, visibility, entry_count, updated_at)
      select u.id, (array['Guard', 'Sweeps', 'Half guard'])[1 + n % 3] || ' drills ' || n, 'public', 100,
        timestamptz '2026-01-01' + n * interval '1 minute'
      from (select id from users where id = ${viewer.id} union all
        (select id from users where id <> ${viewer.id} order by id desc limit ${listOwners})) u, generate_series(1, 200) n`;
    await row(em)`
      insert into list_entries (list_id, content_id, title_then, position)
      select l.id, 1 + (l.id * 101 + n * 7) % ${ownMarks}::int, 'x', n from lists l, generate_series(1, 100) n
      where l.member_id = ${viewer.id} or l.id % ${listOwners / 5} = 0`;
    await row(em)`
      insert into list_follows (member_id, list_id, created_at)
      select u.id, l.id, now() from (values (${viewer.id}::int), (${follower.id}::int)) u (id),
        (select id from lists where member_id <> ${viewer.id} and id % ${listOwners / 5} = 0 limit 200) l`;
    await row(em)`
      insert into list_follows (member_id, list_id, created_at)
      select u.id, (select max(id) from lists), now() from users u on conflict do nothing`;
    await row(em)`
      insert into notes (member_id, content_id, title_then, text, created_at)
      select ${viewer.id}, n, 'x', 'Grip ' || n, timestamptz '2026-01-01' + n * interval '1 minute'
      from generate_series(1, 5000) n`;
    await row(em)`
      insert into notes (member_id, content_id, title_then, text)
      select id, 1 + id % ${items}::int, 'x', 'Grip' from users, generate_series(1, 50)`;
    busiest =
      (await row<{ id: number }>(em)`select max(id) as id from lists where member_id = ${viewer.id}`)?.id ??
      0;
  });
  await vacuum(world.em().config.get('clientUrl') ?? '');
}, 1_800_000);

const tables = [
  'watched',
  'lists',
  'list_entries',
  'list_follows',
  'notes',
  'content',
  'content_stats',
  'users',
];

type Read = [name: string, read: (scope: MemberScope) => Promise<unknown>, most?: number];

test.each<Read>([
  ['the history', (scope) => listHistory(scope, page)],
  [
    'the history, further on',
    async (scope) => {
      const { after } = await listHistory(world.member(viewer), { ...page, size: ownMarks / 2 });
      expect((await listHistory(scope, { ...page, after })).items).toHaveLength(24);
    },
  ],
  [
    'what the member goes on with',
    async (scope) => {
      const { begun, lists } = await goingOn(scope);
      expect([begun.length, lists.length]).toEqual([4, 3]);
    },
    // As for lists in progress.
    4_200,
  ],
  ['one place', (scope) => readProgress(scope, 7)],
  ['own lists', async (scope) => expect((await myLists(scope, page)).items).toHaveLength(24)],
  ['followed lists', async (scope) => expect((await followedLists(scope, page)).items).toHaveLength(24)],
  ['the lists that an item is on', async (scope) => expect(await listsWith(scope, 7)).toHaveLength(200)],
  ['the lists of a creator', (scope) => publicListsOf(scope, viewer.id, 6)],
  [
    'how much of 24 lists is seen',
    async (scope) => {
      const { items } = await myLists(world.member(viewer), page);
      await seenOn(
        scope,
        items.map(({ id }) => id),
      );
    },
    // All entries of the lists on the page.
    2_600,
  ],
  [
    'lists in progress',
    async (scope) => expect(await listsInProgress(scope.em, scope.viewer.id, 3)).toHaveLength(3),
    // All entries of twenty own and twenty followed lists.
    4_200,
  ],
  [
    'the entries of a list',
    async (scope) => listEntries(scope, await findList(scope, busiest), { after: 0, size: 24 }),
  ],
  [
    'lists by a word that a third of all titles have',
    async (scope) => expect(await foundLists(scope, 'guard', 4)).toHaveLength(4),
    // The newest 500 lists, of which 200 are compared by their followers.
    1_500,
  ],
  ['notes', async (scope) => listNotes(scope, { size: 24, after: null, search: '' })],
  ['the notes on an item', (scope) => notesOf(scope, 7)],
  ['what was opened of a position', (scope) => studiedAt(scope, 1), 1_500],
])('with %s, only a page is read', async (_, read, most = 250) => {
  const { scope, plans } = watched(world.scope(viewer));
  await read(scope as MemberScope);
  expect(plans.length).toBeGreaterThan(0);
  for (const plan of plans) {
    expect(
      plan.scanned.filter((table) => tables.includes(table)),
      plan.sql,
    ).toEqual([]);
    expect(plan.wasted, plan.sql).toBeLessThan(most);
    expect(plan.gathered, plan.sql).toBeLessThan(most);
  }
});
