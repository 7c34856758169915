import { expect, test } from 'vitest';
import { linkedMap } from '../../../../tests/support/map/linked-map.ts';
import { row } from '../../../../tests/support/sql.ts';
import { testWorld } from '../../../../tests/support/world.ts';
import type { MemberScope } from '../../../scope.ts';
import { listFollowedPositions } from '../../community/position-follows/position-follows.server.ts';
import { type TechniqueMap, techniqueMap } from '../../map/graph/technique-map.server.ts';
import { addNote } from '../notes/add-note.server.ts';
import * as notebookPage from '../notes/notebook.page.tsx';
import { listNotes } from '../notes/notes.server.ts';
import { markSeen } from '../progress/progress.server.ts';
import * as nextCall from './next.api.ts';
import * as nextPage from './next.page.tsx';
import { type Next, studiedAt, studiedTransition, whatNext } from './studied.server.ts';
import { studiedText } from './studied-text.ts';

const world = testWorld();
const map = linkedMap(world);

/** Half guard with three techniques out of it, two of which an item shows. */
async function aPlace() {
  const [guard, back, mount] = [
    await map.position('half guard'),
    await map.position('the back'),
    await map.position('mount'),
  ];
  const [dive, sweep, roll] = [
    await map.transition('dive', guard, back),
    await map.transition('sweep', guard, mount),
    await map.transition('roll', guard, mount),
  ];
  const items = { dive: await world.item(), sweep: await world.item({ tier: 'vip' }) };
  await map.link(items.dive, { starts: guard, does: dive, ends: back });
  await map.link(items.sweep, { starts: guard, does: sweep, ends: mount });
  return { guard, back, mount, dive, sweep, roll, items };
}

const open = (viewer: { id: number }, item: number, at = world.clock.at) =>
  row(world.em())`insert into watched (user_id, content_id, last_at) values (${viewer.id}, ${item}, ${at})`;

const follow = (viewer: { id: number }, position: number) =>
  row(world.em())`insert into position_follows (member_id, position_id) values (${viewer.id}, ${position})`;

/** As the page and the call ask for it. */
const nextFor = async (scope: MemberScope, techniques: TechniqueMap) =>
  whatNext(scope, techniques, await listFollowedPositions(scope));

const arcsOf = (next: Pick<Next, 'arcs'> | undefined) =>
  (next?.arcs ?? []).map(({ arc }) => arc.transition.id);

test('a position that is studied leads to what is taught from it and was not opened', async () => {
  const { guard, back, dive, sweep, items } = await aPlace();
  const [ann, bob, eve] = [await world.person(), await world.person(), await world.person()];
  await open(ann, items.dive);
  const scope = world.member(ann);
  await row(world.em())`insert into notes (member_id, content_id, title_then, text)
    values (${ann.id}, ${items.dive}, 'x', 'mine'), (${bob.id}, ${items.dive}, 'x', 'of another')`;
  const techniques = await techniqueMap(scope);
  const found = await nextFor(scope, techniques);
  expect(
    found.map(({ positionId, opened, seen, notes, ...next }) => [
      positionId,
      opened,
      seen,
      notes,
      arcsOf(next),
    ]),
  ).toEqual([
    [guard, 1, 0, 1, [sweep]],
    [back, 1, 0, 1, []],
  ]);
  expect(found[0]?.arcs[0]?.items).toMatchObject([{ id: items.sweep, locked: true }]);
  await markSeen(scope, items.dive, true);
  expect(await studiedAt(scope, guard)).toEqual({ positionId: guard, opened: 1, seen: 1, notes: 1 });
  expect(await studiedAt(world.member(eve), guard)).toBeNull();
  expect(await studiedTransition(scope, dive)).toEqual({ opened: 1, seen: 1, notes: 1 });
  expect(await studiedTransition(scope, sweep)).toBeNull();
  expect(await studiedTransition(world.member(eve), dive)).toBeNull();
  expect(await nextFor(world.member(eve), techniques)).toEqual([]);
  await follow(eve, guard);
  const [followed] = await nextFor(world.member(eve), techniques);
  expect(arcsOf(followed).sort()).toEqual([dive, sweep].sort());
});

test('what was seen or noted counts without a history', async () => {
  const { guard, dive, sweep, items } = await aPlace();
  const [ann, vip] = [await world.person(), await world.person({ plan: 'vip' })];
  await row(world.em())`update users set history_paused = true where id in (${ann.id}, ${vip.id})`;
  await markSeen(world.member(ann), items.dive, true);
  expect(await studiedAt(world.member(ann), guard)).toMatchObject({ opened: 1, seen: 1, notes: 0 });
  await addNote(world.member(vip), items.sweep, { text: 'Hook first' });
  expect(await studiedAt(world.member(vip), guard)).toMatchObject({ opened: 1, seen: 0, notes: 1 });
  const [next] = await nextFor(world.member(ann), await techniqueMap(world.scope()));
  expect(arcsOf(next)).toEqual([sweep]);
  expect(dive).not.toBe(sweep);
});

test('what begins in a studied position is named while it is new, open items first', async () => {
  const { guard, back, items } = await aPlace();
  const ann = await world.person();
  await open(ann, items.dive);
  const [locked, free, own, seen, hidden, ends] = [
    await world.item({ tier: 'vip' }),
    await world.item(),
    await world.item({ creator: ann.id }),
    await world.item(),
    await world.item({ status: 'draft' }),
    await world.item(),
  ];
  for (const id of [locked, free, own, seen, hidden]) await map.link(id, { starts: guard });
  await map.link(ends, { ends: guard, starts: back });
  await markSeen(world.member(ann), seen, true);
  const next = async () => (await nextFor(world.member(ann), await techniqueMap(world.scope())))[0];
  // The sweep is named with its technique already.
  expect((await next())?.items.map(({ id }) => id)).toEqual([free, locked]);
  await open(ann, free);
  expect((await next())?.items.map(({ id }) => id)).toEqual([locked]);
});

test('the notebook can be asked for the notes on one position', async () => {
  const { guard, back, mount, items } = await aPlace();
  const ann = await world.person({ plan: 'vip' });
  await addNote(world.member(ann), items.dive, { text: 'low head' });
  await addNote(world.member(ann), items.sweep, { text: 'hook first' });
  await addNote(world.member(ann), await world.item(), { text: 'elsewhere' });
  const page = { size: 9, after: null, search: '' };
  const texts = async (asked: object) =>
    (await listNotes(world.member(ann), { ...page, ...asked })).items.map(({ text }) => text);
  expect(await texts({ position: guard })).toEqual(['hook first', 'low head']);
  expect(await texts({ position: back })).toEqual(['low head']);
  expect(await texts({ position: mount, search: 'low' })).toEqual([]);
  expect(await texts({})).toHaveLength(3);
  const read = async (query: string) =>
    (await world.send(notebookPage.loader, ann, `/notebook?${query}`)).json();
  expect(await read(`position=${back}`)).toMatchObject({ notes: [{}], position: { name: 'The back' } });
  expect(await read('position=nonsense')).toMatchObject({ notes: [{}, {}, {}], position: null });
});

test('the page names what was opened, and says so when there is nothing', async () => {
  const { items } = await aPlace();
  const [ann, bob] = [await world.person(), await world.person()];
  await open(ann, items.dive);
  const read = async (viewer: typeof ann | null) => world.send(nextPage.loader, viewer, '/map/next');
  const { studied, done } = await (await read(ann)).json();
  expect(done).toMatchObject([{ name: 'The back' }]);
  expect(studied[0]).toMatchObject({ words: 'You opened 1 technique of it.', arcs: [{ name: 'Sweep' }] });
  expect(await (await read(bob)).json()).toEqual({ studied: [], done: [] });
  const asked = await world.send(nextCall.loader, ann, '/api/map/next');
  expect(await asked.json()).toMatchObject([
    { opened: 1, transitions: [{ name: 'Sweep', items: [{ id: items.sweep, locked: true }] }], items: [] },
    { position: { name: 'The back' }, transitions: [] },
  ]);
  expect((await world.send(nextCall.loader, null, '/api/map/next')).status).toBe(401);
  expect((await read(null)).status).toBe(303);
});

test.each([
  [{ opened: 0, seen: 0, notes: 0 }, 'You follow it, and have opened nothing of it yet.'],
  [{ opened: 3, seen: 0, notes: 0 }, 'You opened 3 techniques of it.'],
  [{ opened: 3, seen: 1, notes: 0 }, 'You opened 3 techniques of it and have seen 1.'],
  [{ opened: 3, seen: 1, notes: 2 }, 'You opened 3 techniques of it, have seen 1 and wrote 2 notes.'],
])('%o in words', (counts, words) => expect(studiedText(counts)).toBe(words));
