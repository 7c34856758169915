import { beforeAll, describe, expect, test } from 'vitest';
import { expectCountersToMatch } from '../../../../tests/support/database/counters.ts';
import { row, rows } from '../../../../tests/support/sql.ts';
import { testWorld } from '../../../../tests/support/world.ts';
import { NotFound, Refused } from '../../../errors.ts';
import type { AdminScope, Viewer } from '../../../scope.ts';
import { rateContent } from '../../community/ratings/ratings.server.ts';
import { findCard } from '../../library/catalog/cards.server.ts';
import { deleteMember } from '../members/anonymise.server.ts';
import { decideCase, undoDecision } from './decide.server.ts';
import type { Decision } from './decision.schema.ts';
import { listNotifiedDecisions, listOwnReports } from './own-reports.server.ts';
import { fileReport } from './report.server.ts';

const world = testWorld();
let boss: Viewer;
beforeAll(async () => {
  boss = await world.person({ isAdmin: true, username: 'the_boss' });
});
const admin = (viewer = boss) => world.scope(viewer) as AdminScope;
const spam = { reason: 'spam' as const, details: null };
const decision = (outcome: Decision['outcome'], personNote: string | null = 'It is not yours'): Decision => ({
  outcome,
  personNote,
  logNote: 'Looked at it twice',
});

async function reported(asked: Parameters<typeof fileReport>[1], reporters = 1) {
  const people = await Promise.all(Array.from({ length: reporters }, () => world.person()));
  for (const each of people) await fileReport(world.member(each), asked, spam);
  const subject = asked.content ?? asked.review ?? 0;
  const found = await row<{ id: number }>(world.em())`
    select id from report_cases where decided_at is null
      and (subject_id = ${subject} or subject_name like ${`%(@${asked.creator})`}) order by id desc`;
  return { id: found?.id ?? 0, people };
}

const logged = (kind: string, id: number) =>
  rows<{ verb: string; note: string | null }>(world.em())`
    select verb, note from audit_log where subject_kind = ${kind} and subject_id = ${String(id)} order by id`;
const mails = async (to: string) =>
  (
    await rows<{ payload: { to: string; subject: string; text: string } }>(world.em())`
      select payload from graphile_worker._private_jobs where payload->>'to' = ${to} order by id`
  ).map(({ payload }) => payload);
const caseOf = (id: number) =>
  row(world.em())`select outcome, decided_by, person_note, undone_by from report_cases where id = ${id}`;

describe('a decision', () => {
  test('dismisses all open reports at once, and notifies the reporters but not the creator', async () => {
    const creator = await world.person();
    const item = await world.item({ creator: creator.id, title: 'Fine' });
    const { id, people } = await reported({ content: item }, 3);
    await decideCase(admin(), id, decision('dismissed', 'Never sent'));
    expect(await caseOf(id)).toMatchObject({ outcome: 'dismissed', decided_by: boss.id, person_note: null });
    for (const each of people) {
      const [sent] = (await listOwnReports(world.member(each), { size: 5, after: null })).items;
      expect(sent?.outcome).toBe('dismissed');
      expect(await mails(each.email)).toMatchObject([{ subject: 'About your report' }]);
    }
    expect(await mails(creator.email)).toEqual([]);
    expect((await listNotifiedDecisions(world.member(creator), { size: 5, after: null })).items).toEqual([]);
    expect(await logged('report', id)).toEqual([{ verb: 'dismissed', note: 'Looked at it twice' }]);
    expect((await findCard(world.scope(), item)).status).toBe('published');
  });

  test('is not for the admin whom it is about, unless there is no other', async () => {
    const other = await world.person({ isAdmin: true });
    const { id } = await reported({ content: await world.item({ creator: boss.id }) });
    await expect(decideCase(admin(), id, decision('dismissed'))).rejects.toThrow(
      /another admin has to decide/,
    );
    await decideCase(admin(other), id, decision('taken-down'));
    await expect(undoDecision(admin(), id)).rejects.toThrow(/another admin has to decide/);
    await row(world.em())`update users set is_admin = false where id <> ${boss.id}`;
    expect(await undoDecision(admin(), id)).toMatchObject({ outcome: 'taken-down' });
  });

  test('takes an item down and restores it; each is notified and logged', async () => {
    const creator = await world.person();
    const item = await world.item({ creator: creator.id, title: 'Stolen' });
    const { id, people } = await reported({ content: item });
    await decideCase(admin(), id, decision('taken-down'));
    await expect(findCard(world.scope(creator), item)).rejects.toThrow(NotFound);
    const [email] = await mails(creator.email);
    expect(email?.text).toContain('It is not yours');
    expect(JSON.stringify(email)).not.toContain(people[0]?.username);
    const [notified] = (await listNotifiedDecisions(world.member(creator), { size: 5, after: null })).items;
    expect(notified).toMatchObject({ outcome: 'taken-down', note: 'It is not yours', isUndone: false });
    expect(await logged('content', item)).toEqual([{ verb: 'took down', note: 'It is not yours' }]);

    await undoDecision(admin(), id);
    expect((await findCard(world.scope(), item)).status).toBe('published');
    expect(await mails(creator.email)).toHaveLength(2);
    expect((await logged('content', item)).at(-1)).toEqual({ verb: 'put back', note: null });
    expect((await logged('report', id)).map(({ verb }) => verb)).toEqual(['upheld', 'undid']);
    await expect(undoDecision(admin(), id)).rejects.toThrow('@the_boss has already undone');
  });

  test('deletes an item, and its files once the deletion is committed', async () => {
    const item = await world.item({ hasPicture: true });
    const { id } = await reported({ content: item });
    await decideCase(admin(), id, decision('deleted'));
    await expect(findCard(world.scope(boss), item)).rejects.toThrow(NotFound);
    expect(
      await rows(world.em())`select 1 from media where content_id = ${item} or status = 'removed'`,
    ).toEqual([]);
    expect(await logged('content', item)).toMatchObject([{ verb: 'deleted' }]);
    await expect(undoDecision(admin(), id)).rejects.toThrow('nothing to undo');
  });

  test('hides a rating and shows it again', async () => {
    const [author, item] = [await world.person(), await world.item()];
    await rateContent(world.member(author), item, { rating: 1, review: 'Spam' });
    const found = await row<{ id: number }>(world.em())`select id from ratings where content_id = ${item}`;
    const { id } = await reported({ review: found?.id });
    await decideCase(admin(), id, decision('hidden'));
    expect(await expectCountersToMatch(world.em(), item)).toMatchObject({ rating_count: 0 });
    expect(await logged('review', found?.id ?? 0)).toEqual([{ verb: 'hid', note: 'It is not yours' }]);
    await undoDecision(admin(), id);
    expect(await expectCountersToMatch(world.em(), item)).toMatchObject({ rating_count: 1, rating_sum: 1 });
  });

  test('warns a creator, and refuses outcomes that do not fit the kind of case', async () => {
    const creator = await world.person();
    await world.item({ creator: creator.id });
    const { id } = await reported({ creator: creator.username });
    for (const outcome of ['taken-down', 'deleted', 'hidden'] as const) {
      await expect(decideCase(admin(), id, decision(outcome))).rejects.toThrow(Refused);
    }
    expect(await caseOf(id)).toMatchObject({ outcome: null });
    await decideCase(admin(), id, decision('warned'));
    expect(await mails(creator.email)).toMatchObject([{ subject: 'About what you shared on Summa' }]);
    await expect(decideCase(admin(), 2_000_000_000, decision('warned'))).rejects.toThrow(NotFound);
  });

  test('of two admins at once counts once; the other reads by whom', async () => {
    const other = await world.person({ isAdmin: true, username: 'other_boss' });
    const item = await world.item();
    const { id } = await reported({ content: item });
    const ends = await Promise.allSettled([
      decideCase(admin(), id, decision('taken-down')),
      decideCase(admin(other), id, decision('dismissed')),
    ]);
    const lost = ends.filter((end) => end.status === 'rejected');
    expect(lost).toHaveLength(1);
    expect(lost[0]?.reason.message).toMatch(
      /^@(the|other)_boss already decided this (just now|on \w{3} \d+, 2026, )/,
    );
    expect(await logged('report', id)).toHaveLength(1);
  });

  test('about a deleted subject is refused beside the choice, except dismissal', async () => {
    const item = await world.item();
    const { id } = await reported({ content: item });
    await row(world.em())`delete from content where id = ${item}`;
    for (const outcome of ['taken-down', 'deleted'] as const) {
      const refused = await decideCase(admin(), id, decision(outcome)).catch((error: unknown) => error);
      expect(refused).toMatchObject({ name: 'Refused', field: 'outcome' });
    }
    await decideCase(admin(), id, decision('dismissed'));
  });

  test('stays when the member leaves; their name and words do not', async () => {
    const creator = await world.person({ firstName: 'Ilse', lastName: 'Forgotten' });
    const item = await world.item({ creator: creator.id, title: 'SECRET-TITLE' });
    const { id, people } = await reported({ content: item });
    const page = await reported({ creator: creator.username });
    await decideCase(admin(), id, decision('warned'));
    await deleteMember(admin(), creator.id);
    const [sent] = (await listOwnReports(world.member(people[0] as Viewer), { size: 5, after: null })).items;
    expect(sent).toMatchObject({ name: 'Of a deleted member', outcome: 'warned' });
    const kept = await rows(world.em())`
      select c.subject_name, r.seen from report_cases c join reports r on r.case_id = c.id
      where c.id in (${id}, ${page.id})`;
    expect(JSON.stringify(kept)).not.toMatch(/SECRET|Forgotten/);
    await decideCase(admin(), page.id, decision('dismissed'));
  });

  test('and a report at the same moment: no report is lost', async () => {
    for (let round = 0; round < 10; round += 1) {
      const [late, item] = [await world.person(), await world.item()];
      const { id } = await reported({ content: item });
      await Promise.all([
        decideCase(admin(), id, decision('warned')),
        fileReport(world.member(late), { content: item }, spam),
      ]);
      const [sent] = (await listOwnReports(world.member(late), { size: 1, after: null })).items;
      const isNotified = (await mails(late.email)).length === 1;
      expect(isNotified).toBe(sent?.outcome === 'warned');
    }
  });
});
