import { beforeAll, expect, test } from 'vitest';
import { fillTables } from '../../../../tests/support/database/bulk-data.ts';
import { watched } from '../../../../tests/support/database/plans.ts';
import { row } from '../../../../tests/support/sql.ts';
import { testWorld } from '../../../../tests/support/world.ts';
import type { AdminScope, Viewer } from '../../../scope.ts';
import { listRatings } from '../../community/ratings/ratings.server.ts';
import { takeDownReasons } from '../../library/items/take-down.server.ts';
import { findCase, historyOf, listReportedTexts } from './case.server.ts';
import { listNotifiedDecisions, listOwnReports } from './own-reports.server.ts';
import { countOpenCases, listCases } from './queue.server.ts';
import { openReport } from './report.server.ts';

const world = testWorld();
const many = 30_000;
let boss: Viewer;
let busiest = 0;
let item = 0;

/** 30,000 cases, half of them open; one of them with all reports there are, and one much rated item. */
beforeAll(async () => {
  boss = await world.person({ isAdmin: true });
  item = await world.item({ creator: boss.id });
  await fillTables(world.em(), tables, async (em) => {
    await row(em)`insert into users (email, username, first_name, last_name, password_hash)
      select 'p' || n || '@example.com', 'p_' || n, 'P', 'N' || n, 'x' from generate_series(1, ${many}::int) n`;
    await row(em)`
      insert into report_cases (kind, subject_id, subject_name, owner_id, opened_at, reports, decided_at, decided_by,
        outcome, person_note)
      select 'creator', case when n % 4 = 1 then 1 else n end, 'Case ' || n, ${boss.id},
        at, 1, case when n % 2 = 1 then at end, case when n % 2 = 1 then ${boss.id}::int end,
        case when n % 2 = 1 then (array['dismissed', 'warned'])[1 + n % 4 / 2] end, null
      from (select n, timestamptz '2026-01-01' + n * interval '1 minute' as at
        from generate_series(1, ${many}::int) n) series`;
    await row(em)`insert into reports (case_id, reporter_id, reason, created_at)
      select c.id, ${boss.id}, 'spam', c.opened_at from report_cases c`;
    const last = await row<{ id: number }>(em)`select max(id) as id from report_cases`;
    busiest = last?.id ?? 0;
    await row(em)`insert into reports (case_id, reporter_id, reason, created_at)
      select ${busiest}::int, id, 'other', now() from users where username like 'p\\_%'`;
    await row(em)`insert into ratings (user_id, content_id, stars, hidden_at, hidden_reason, updated_at)
      select id, ${item}::int, 1, case when id % 50 = 0 then now() end, case when id % 50 = 0 then 'x' end,
        now() - id * interval '1 second' from users where username like 'p\\_%'`;
  });
  await row(world.em())`analyze users, report_cases, reports, ratings`;
}, 120_000);

const open = { show: 'open', size: 24, after: null } as const;
const page = { size: 24, after: null };
const tables = ['report_cases', 'reports', 'users', 'ratings'];

test.each<[string, (scope: AdminScope) => Promise<unknown>]>([
  ['the queue', (scope) => listCases(scope, open)],
  [
    'the queue, further on',
    async (scope) =>
      listCases(scope, { ...open, after: (await listCases(world.scope(boss) as AdminScope, open)).after }),
  ],
  ['what is decided', (scope) => listCases(scope, { ...open, show: 'decided' })],
  ['how much waits', (scope) => countOpenCases(scope.em, world.clock.at)],
  ['a case that all reported', (scope) => findCase(scope, busiest)],
  ['what was said', (scope) => listReportedTexts(scope, busiest, 50)],
  ['its history', async (scope) => historyOf(scope, await findCase(world.scope(boss) as AdminScope, 1), 10)],
  ['own reports', (scope) => listOwnReports(scope, page)],
  ['decisions that one was notified of', (scope) => listNotifiedDecisions(scope, page)],
  [
    'whether one reported it',
    (scope) =>
      openReport(scope, { kind: 'creator', id: many, ownerId: 1, name: '', seen: null, address: '' }),
  ],
  ['why items are down', (scope) => takeDownReasons(scope.em, [item])],
  ['ratings, some of them hidden', (scope) => listRatings(scope, item, { size: 24 })],
])('with 30,000 of each, %s reads no table from end to end', async (_, read) => {
  const { scope, plans } = watched(world.scope(boss));
  await read(scope as AdminScope);
  expect(plans.length).toBeGreaterThan(0);
  for (const plan of plans) {
    expect(
      plan.scanned.filter((table) => tables.includes(table)),
      plan.sql,
    ).toEqual([]);
    expect(plan.wasted, plan.sql).toBeLessThan(5_000);
  }
});
