import { beforeEach, expect, test } from 'vitest';
import { row } from '../../../../tests/support/sql.ts';
import { testWorld } from '../../../../tests/support/world.ts';
import type { AdminScope } from '../../../scope.ts';
import { auditForFile, listAudit, recordAuditOf } from './audit-log.server.ts';
import * as page from './log.page.tsx';
import * as file from './log-file.api.ts';

const world = testWorld();
let scope: AdminScope;

beforeEach(async () => {
  scope = world.scope(await world.person({ isAdmin: true, username: `boss_${Date.now()}` })) as AdminScope;
});

const recordEntry = (id: number, more = {}) =>
  recordAuditOf(scope, scope.em, { verb: 'edited', kind: 'featured', id, name: 'A card', ...more });
const listed = async (filter = {}) =>
  (await listAudit(scope, filter, { size: 48, after: null })).items.map(({ subjectId }) => subjectId);

test('an entry says who did what, to whom and when, with only the fields that changed', async () => {
  await recordEntry(7, {
    before: { title: 'Old', tier: 'FREE' },
    after: { title: 'New', tier: 'FREE' },
    note: 'Why',
  });
  const [found] = (await listAudit(scope, { kind: 'featured', id: '7' }, { size: 1, after: null })).items;
  expect(found).toMatchObject({
    actor: scope.viewer.username,
    verb: 'edited',
    subjectName: 'A card',
    before: { title: 'Old' },
    after: { title: 'New' },
    note: 'Why',
  });
  expect(new Date(found?.at ?? '')).toEqual(scope.now());
});

test('no database account of the site can shorten the log', async () => {
  await recordEntry(8);
  await expect(row(world.em())`update audit_log set verb = 'x'`).rejects.toThrow('only grows');
  await expect(row(world.em())`delete from audit_log`).rejects.toThrow('only grows');
  await expect(row(world.em())`truncate audit_log`).rejects.toThrow('only grows');
});

test('it is filtered by admin, subject and day, and pages do not overlap', async () => {
  await recordEntry(21);
  world.clock.at = new Date('2026-06-03T23:59:59.999Z');
  await recordEntry(22);
  await recordEntry(23, { kind: 'creator' });
  const by = scope.viewer.username;
  expect(await listed({ by })).toEqual(['23', '22', '21']);
  expect(await listed({ by, kind: 'creator' })).toEqual(['23']);
  expect(await listed({ by, from: '2026-06-03', to: '2026-06-03' })).toEqual(['23', '22']);
  expect(await listed({ by, to: '2026-06-02' })).toEqual(['21']);
  const first = await listAudit(scope, { by }, { size: 2, after: null });
  const second = await listAudit(scope, { by }, { size: 2, after: first.after });
  expect(second.items.map(({ subjectId }) => subjectId)).toEqual(['21']);
});

test('the file goes through all pages', async () => {
  for (let n = 0; n < 5; n += 1) await recordEntry(500 + n);
  const found: string[] = [];
  for await (const entries of auditForFile(scope, { by: scope.viewer.username }, 2)) {
    found.push(...entries.map(({ subjectId }) => subjectId));
  }
  expect(found.slice(0, 5)).toEqual(['504', '503', '502', '501', '500']);
});

test('the log cannot be shortened, whatever a session sets about triggers', async () => {
  await recordEntry(71);
  const emptied = world.em().transactional(async (em) => {
    await row(em)`set local session_replication_role = replica`;
    await row(em)`delete from audit_log`;
  });
  await expect(emptied).rejects.toThrow(/only grows/);
});

test('the page and the file take the same filter; formulas stay text; an invalid filter is ignored', async () => {
  await recordEntry(31, { name: '=HYPERLINK("x")' });
  const by = scope.viewer.username;
  const text = await (await world.send(file.loader, scope.viewer, `/admin/log.csv?by=${by}`)).text();
  expect(text.split('\r\n')).toHaveLength(3);
  expect(text).toMatch(/^At \(UTC\),Admin,.*\r\n\d{4}-\d\d-\d\d \d\d:\d\d:\d\d,/);
  expect(text).toContain(`"'=HYPERLINK(""x"")"`);
  const answer = await world.send(
    page.loader,
    scope.viewer,
    `/admin/log?by=${by}&from=never&to=0000-12-31&kind=cats`,
  );
  expect((await answer.json()).entries).toHaveLength(1);
});
