import { describe, expect, test } from 'vitest';
import { row } from '../../../../tests/support/sql.ts';
import { formPost, jsonCall, testWorld } from '../../../../tests/support/world.ts';
import type { Viewer } from '../../../scope.ts';
import * as casePage from './case.page.tsx';
import * as ownPage from './own-reports.page.tsx';
import * as queuePage from './queue.page.tsx';
import * as page from './report.page.tsx';
import * as call from './reports.api.ts';
import * as undo from './undo.action.ts';

const world = testWorld();

const open = (viewer: Viewer | null, query: string) => world.send(page.loader, viewer, `/report?${query}`);
const post = (viewer: Viewer | null, query: string, fields: Record<string, string>) =>
  world.send(page.action, viewer, `/report?${query}`, {}, formPost(fields));
const newestCase = async () =>
  (await row<{ id: number }>(world.em())`select max(id) as id from report_cases`)?.id ?? 0;
const errorsOf = async (answer: Response) => (await answer.json()).form.error;

describe('the form', () => {
  test('leads back to the subject, with the promised time and a link to one’s reports', async () => {
    const [viewer, item] = [await world.person(), await world.item({ title: 'Armbar' })];
    const shown = await (await open(viewer, `content=${item}`)).json();
    expect(shown).toMatchObject({ subject: { name: 'Armbar', kind: 'content' }, isReported: false });
    const sent = await post(viewer, `content=${item}`, { reason: 'stolen', details: ' Mine\r\nfrom 2019 ' });
    expect([sent.status, sent.headers.get('location')]).toEqual([303, `/content/${item}`]);
    expect(sent.headers.get('set-cookie')).toContain('flash');
    expect((await (await open(viewer, `content=${item}`)).json()).isReported).toBe(true);
    expect((await post(viewer, `content=${item}`, { reason: 'spam' })).status).toBe(303);
    const own = await (await world.send(ownPage.loader, viewer, '/account/reports')).json();
    expect(own.sent).toMatchObject([{ name: 'Armbar', reason: 'stolen', details: 'Mine\nfrom 2019' }]);
  });

  test('asks for a reason, and for details when none fits; what was typed is kept', async () => {
    const [viewer, item] = [await world.person(), await world.item()];
    const query = `content=${item}`;
    const empty = await post(viewer, query, { details: 'Typed' });
    expect(empty.status).toBe(422);
    const { form } = await empty.json();
    expect([form.error, form.initialValue.details]).toEqual([
      { reason: ['Please choose what is wrong.'] },
      'Typed',
    ]);
    expect(await errorsOf(await post(viewer, query, { reason: 'other', details: '  ' }))).toEqual({
      details: ['Please tell us what is wrong.'],
    });
    expect(await errorsOf(await post(viewer, query, { reason: 'spam', details: 'x'.repeat(1001) }))).toEqual({
      details: ['Details can have at most 1000 characters.'],
    });
    expect((await post(viewer, query, { reason: 'no such reason' })).status).toBe(422);
  });

  test('sends visitors to sign in and back, and answers 404 to addresses of nothing', async () => {
    const [viewer, item] = [await world.person(), await world.item()];
    const visitor = await open(null, `content=${item}`);
    expect(visitor.headers.get('location')).toBe(
      `/auth?tab=sign-in&next=${encodeURIComponent(`/report?content=${item}`)}`,
    );
    for (const query of [
      '',
      'content=',
      'content=abc',
      'content=1e3',
      `content=${item}&review=1`,
      'creator=',
    ]) {
      expect((await open(viewer, query)).status, query).toBe(404);
      expect((await post(viewer, query, { reason: 'spam' })).status, query).toBe(404);
    }
    const own = await world.item({ creator: viewer.id });
    expect((await open(viewer, `content=${own}`)).status).toBe(403);
  });
});

describe('POST and GET /api/reports', () => {
  const send = (viewer: Viewer | null, body: unknown) =>
    world.send(call.action, viewer, '/api/reports', {}, jsonCall('POST', body));

  test('201 for a new one, 200 for the same again, and the own list', async () => {
    const [viewer, item] = [await world.person(), await world.item()];
    const sent = await send(viewer, { content: item, reason: 'underage' });
    const { id } = await sent.json();
    expect([sent.status, id]).toEqual([201, expect.any(Number)]);
    const again = await send(viewer, { content: String(item), reason: 'spam', details: null });
    expect([again.status, await again.json()]).toEqual([200, { id, isNew: false }]);
    const list = await (await world.send(call.loader, viewer, '/api/reports')).json();
    expect(list).toMatchObject([{ id, kind: 'content', reason: 'underage', outcome: null }]);
    const waits = new Date(list[0].dueAt).getTime() - new Date(list[0].createdAt).getTime();
    expect(waits).toBe(24 * 3_600_000);
  });

  test('answers errors with the right status', async () => {
    const [viewer, item] = [await world.person(), await world.item()];
    const own = await world.item({ creator: viewer.id });
    expect((await send(null, { content: item, reason: 'spam' })).status).toBe(401);
    for (const [body, status] of [
      [{ content: own, reason: 'spam' }, 403],
      [{ content: 2_000_000_000, reason: 'spam' }, 404],
      [{ content: item }, 422],
      [{ reason: 'spam' }, 422],
      [{ content: item, review: 1, reason: 'spam' }, 422],
      [{ content: { gt: 0 }, reason: 'spam' }, 422],
      [{ content: null, reason: 'spam' }, 422],
      [{ content: 99_999_999_999, reason: 'spam' }, 422],
      [{ creator: 5, reason: 'spam' }, 422],
      [{ content: item, reason: 'other' }, 422],
      [[1], 400],
    ] as const) {
      const answer = await send(viewer, body);
      expect(answer.status, JSON.stringify(body)).toBe(status);
      expect(await answer.text()).not.toMatch(/Invalid input|Too big|expected/);
    }
  });
});

describe('the admin’s side', () => {
  const params = async () => ({ id: String(await newestCase()) });
  const decide = (viewer: Viewer, id: string, fields: Record<string, string>) =>
    world.send(casePage.action, viewer, `/admin/reports/${id}`, { id }, formPost(fields));

  test('shows a case with its reports and media, decides, refuses a second decision, undoes', async () => {
    const [boss, other] = [await world.person({ isAdmin: true }), await world.person({ isAdmin: true })];
    const item = await world.item({ title: 'Vip video', tier: 'vip', hasPicture: true });
    const reporter = await world.person();
    await post(reporter, `content=${item}`, { reason: 'explicit', details: 'At 0:40' });
    await row(world.em())`update content set title = 'Renamed' where id = ${item}`;
    const { id } = await params();
    const shown = await (await world.send(casePage.loader, boss, `/admin/reports/${id}`, { id })).json();
    expect(shown.said).toMatchObject([
      { reporter: reporter.username, details: 'At 0:40', seenThen: 'Vip video' },
    ]);
    expect(shown.subject.item.media).toHaveLength(1);

    const lacking = await decide(boss, id, { outcome: 'taken-down', personNote: ' ', logNote: 'Kept' });
    expect(lacking.status).toBe(422);
    const { form } = await lacking.json();
    expect(form.error).toEqual({ personNote: ['Please tell the person what was wrong.'] });
    expect(form.initialValue.logNote).toBe('Kept');

    const fields = { outcome: 'taken-down', personNote: 'Cut that part out.' };
    const decided = await decide(boss, id, fields);
    expect([decided.status, decided.headers.get('location')]).toEqual([303, '/admin/reports']);
    const late = await decide(other, id, { outcome: 'deleted', personNote: 'My long words' });
    expect(late.status).toBe(422);
    const lateForm = (await late.json()).form;
    expect(lateForm.error[''][0]).toContain(`@${boss.username} already decided this`);
    expect(lateForm.initialValue.personNote).toBe('My long words');

    const press = () => world.send(undo.action, boss, `/admin/reports/${id}/undo`, { id }, formPost({}));
    expect((await press()).headers.get('location')).toBe(`/admin/reports/${id}`);
    expect((await press()).status).toBe(303);
    const after = await (await world.send(casePage.loader, boss, `/admin/reports/${id}`, { id })).json();
    expect(after.facts).toMatchObject({ outcome: 'taken-down', undoneBy: boss.username });
    expect(after.history.entries.map(({ verb }: { verb: string }) => verb).sort()).toEqual([
      'put back',
      'took down',
      'undid',
      'upheld',
    ]);
  });

  test('a case whose subject is gone still opens', async () => {
    const [boss, item] = [await world.person({ isAdmin: true }), await world.item()];
    await post(await world.person(), `content=${item}`, { reason: 'spam' });
    await row(world.em())`delete from content where id = ${item}`;
    const { id } = await params();
    const shown = await world.send(casePage.loader, boss, `/admin/reports/${id}`, { id });
    expect([shown.status, (await shown.json()).subject]).toEqual([200, null]);
    const unknown = await world.send(casePage.loader, boss, '/admin/reports/9', { id: '2000000000' });
    expect(unknown.status).toBe(404);
  });

  test('the queue is oldest first, in pages, and separate from decided cases', async () => {
    await row(
      world.em(),
    )`update report_cases set decided_at = now(), outcome = 'dismissed' where outcome is null`;
    const boss = await world.person({ isAdmin: true });
    const items = await Promise.all(
      Array.from({ length: 26 }, (_, n) => world.item({ title: `Waits ${n}` })),
    );
    for (const content of items) {
      world.clock.at = new Date(world.clock.at.getTime() + 60_000);
      await post(await world.person(), `content=${content}`, { reason: 'spam' });
    }
    world.clock.at = new Date(world.clock.at.getTime() + 24 * 3_600_000 - 30_000);
    const queue = async (path: string) => (await world.send(queuePage.loader, boss, path)).json();
    const first = await queue('/admin/reports');
    expect(first.cases.map(({ name }: { name: string }) => name)).toEqual(
      Array.from({ length: 24 }, (_, n) => `Waits ${n}`),
    );
    expect(first.waiting).toEqual({ open: 26, overdue: 25 });
    expect(first.cases[0]).toMatchObject({ state: 'Overdue', isLate: true, reports: 1, reasons: ['spam'] });
    const rest = await queue(first.further);
    expect(rest.cases.map(({ name }: { name: string }) => name)).toEqual(['Waits 24', 'Waits 25']);
    expect(rest.cases[1].state).toBe('Less than 1 h left');
    expect([rest.further, rest.start]).toEqual([null, '/admin/reports']);
    const decided = await queue('/admin/reports?show=decided');
    expect(decided.cases.every(({ outcome }: { outcome: string }) => outcome !== null)).toBe(true);
  });
});
