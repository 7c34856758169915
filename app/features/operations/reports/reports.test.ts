import { afterEach, describe, expect, test } from 'vitest';
import { row, rows } from '../../../../tests/support/sql.ts';
import { testWorld } from '../../../../tests/support/world.ts';
import { NotAllowed, NotFound, Refused } from '../../../errors.ts';
import type { Viewer } from '../../../scope.ts';
import { rateContent } from '../../community/ratings/ratings.server.ts';
import { timeLeft } from './deadline.ts';
import { listOwnReports } from './own-reports.server.ts';
import { countOpenCases } from './queue.server.ts';
import { fileReport } from './report.server.ts';

const world = testWorld();
const plenty = world.rates.scale;
afterEach(() => {
  world.rates.scale = plenty;
});

const spam = { reason: 'spam' as const, details: null };
const report = (viewer: Viewer, asked: Parameters<typeof fileReport>[1], input = spam) =>
  fileReport(world.member(viewer), asked, input);

async function reviewed() {
  const [author, item] = [await world.person(), await world.item()];
  await rateContent(world.member(author), item, { rating: 1, review: 'Buy my course' });
  const found = await row<{ id: number }>(world.em())`select id from ratings where content_id = ${item}`;
  return { author, item, id: found?.id ?? 0 };
}

const casesOf = (subjectId: number) =>
  rows<{ id: number; kind: string; subject_name: string; reports: number; owner_id: number }>(world.em())`
    select id, kind, subject_name, reports, owner_id from report_cases where subject_id = ${subjectId} order by id`;

describe('a report', () => {
  test('about an item, a rating and a creator keeps what the reporter saw', async () => {
    const viewer = await world.person();
    const creator = await world.person({ username: 'loud_one' });
    const item = await world.item({ creator: creator.id, title: 'Not jiu-jitsu', description: 'A dance' });
    const { id, author } = await reviewed();
    for (const asked of [{ content: item }, { review: id }, { creator: 'LOUD_one' }]) {
      expect(await report(viewer, asked)).toMatchObject({ isNew: true });
    }
    const found = await rows(world.em())`
      select kind, subject_id, owner_id, seen from reports r join report_cases c on c.id = r.case_id
      where r.reporter_id = ${viewer.id} order by r.id`;
    expect(found).toEqual([
      { kind: 'content', subject_id: item, owner_id: creator.id, seen: 'Not jiu-jitsu\n\nA dance' },
      { kind: 'review', subject_id: id, owner_id: author.id, seen: 'Buy my course' },
      { kind: 'creator', subject_id: creator.id, owner_id: creator.id, seen: null },
    ]);
  });

  test('of a hidden subject is 404, of one’s own 403; a locked item may be reported', async () => {
    const viewer = await world.person();
    const own = await world.item({ creator: viewer.id });
    const mine = await world.item();
    await rateContent(world.member(viewer), mine, { rating: 5 });
    const rating = await row<{ id: number }>(world.em())`select id from ratings where content_id = ${mine}`;
    for (const asked of [{ content: own }, { creator: viewer.username }, { review: rating?.id }]) {
      await expect(report(viewer, asked)).rejects.toThrow(NotAllowed);
    }
    const hidden = await reviewed();
    await row(world.em())`
      update ratings set hidden_at = now(), hidden_reason = 'Spam' where id = ${hidden.id}`;
    const gone = await reviewed();
    await row(world.em())`update content set status = 'withdrawn' where id = ${gone.item}`;
    for (const asked of [
      { content: await world.item({ status: 'draft' }) },
      { content: await world.item({ status: 'withdrawn' }) },
      { content: 2_000_000_000 },
      { review: hidden.id },
      { review: gone.id },
      { review: 2_000_000_000 },
      { creator: 'nobody_here' },
      { creator: (await world.person()).username },
    ]) {
      await expect(report(viewer, asked)).rejects.toThrow(NotFound);
    }
    expect(await report(viewer, { content: await world.item({ tier: 'vip' }) })).toMatchObject({
      isNew: true,
    });
    const bought = await world.item({ tier: 'vip', status: 'withdrawn' });
    await world.bought(viewer, bought);
    expect(await report(viewer, { content: bought })).toMatchObject({ isNew: true });
  });

  test('joins the open case of its subject, once a member', async () => {
    const [ann, bob, item] = [await world.person(), await world.person(), await world.item()];
    const first = await report(ann, { content: item });
    expect(await report(ann, { content: item })).toMatchObject({ id: first.id, isNew: false });
    expect(await report(bob, { content: item })).toMatchObject({ isNew: true });
    expect(await casesOf(item)).toMatchObject([{ reports: 2 }]);
    await row(
      world.em(),
    )`update report_cases set decided_at = now(), outcome = 'dismissed' where subject_id = ${item}`;
    expect(await report(ann, { content: item })).toMatchObject({ isNew: true });
    expect(await casesOf(item)).toMatchObject([{ reports: 2 }, { reports: 1 }]);
  });

  test('sent by 30 members, and 20 times by one, at the same moment opens one case', async () => {
    const item = await world.item();
    const people = await Promise.all(Array.from({ length: 30 }, () => world.person()));
    const [first] = people as [Viewer];
    const hands = [...people, ...Array<Viewer>(20).fill(first)];
    const filed = await Promise.all(hands.map((viewer) => report(viewer, { content: item })));
    expect(filed.filter(({ isNew }) => isNew)).toHaveLength(30);
    expect(filed.every(({ id }) => id > 0)).toBe(true);
    expect(await casesOf(item)).toMatchObject([{ reports: 30 }]);
  });

  test('can be sent twenty times a day; pressing twice counts once', async () => {
    world.rates.scale = 1;
    const viewer = await world.person();
    const items = await Promise.all(Array.from({ length: 21 }, () => world.item()));
    for (const content of items.slice(0, 20)) {
      await report(viewer, { content });
      await report(viewer, { content });
    }
    const refused = await report(viewer, { content: items[20] }).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(Refused);
    expect(refused).toMatchObject({ status: 429 });
    expect(await casesOf(items[20] ?? 0)).toEqual([]);
  });
});

test('own reports come newest first, in pages, without other members’', async () => {
  const viewer = await world.person();
  const items = await Promise.all([1, 2, 3].map((n) => world.item({ title: `Reported ${n}` })));
  for (const content of items) {
    world.clock.at = new Date(world.clock.at.getTime() + 1000);
    await report(viewer, { content });
    await report(await world.person(), { content });
  }
  const first = await listOwnReports(world.member(viewer), { size: 2, after: null });
  const second = await listOwnReports(world.member(viewer), { size: 2, after: first.after });
  const names = [...first.items, ...second.items].map(({ name }) => name);
  expect(names).toEqual(['Reported 3', 'Reported 2', 'Reported 1']);
  expect([first.items[0]?.outcome, second.after]).toEqual([null, null]);
});

test('[C9.16] waiting cases are counted, and the promise ends after 24 hours', async () => {
  const before = await countOpenCases(world.em(), world.clock.at);
  await report(await world.person(), { content: await world.item() });
  const opened = world.clock.at;
  expect(await countOpenCases(world.em(), opened)).toEqual({ ...before, open: before.open + 1 });
  const after = (hours: number) => new Date(opened.getTime() + hours * 3_600_000);
  expect((await countOpenCases(world.em(), after(24.1))).overdue).toBe(before.open + 1);
  expect([0, 1.5, 23.2, 24.5, 26.5, 24 * 4].map((hours) => timeLeft(opened, after(hours)))).toEqual([
    '24 h left',
    '22 h left',
    'Less than 1 h left',
    'Overdue',
    'Overdue by 2 h',
    'Overdue by 3 days',
  ]);
});
