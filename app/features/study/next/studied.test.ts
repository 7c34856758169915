import { expect, test } from 'vitest';
import { linkedMap } from '../../../../tests/support/map/linked-map.ts';
import { row } from '../../../../tests/support/sql.ts';
import { testWorld } from '../../../../tests/support/world.ts';
import { techniqueMap } from '../../map/graph/technique-map.server.ts';
import { addNote } from '../notes/notes.server.ts';
import { markSeen } from '../progress/progress.server.ts';
import * as nextPage from './next.page.tsx';
import { studiedAt, studiedTransition, whatNext } from './studied.server.ts';
import { studiedWords } from './studied-words.ts';

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

test('a position that is studied leads to what is taught from it and was not opened', async () => {
  const { guard, back, dive, sweep, items } = await aPlace();
  const [ann, bob, eve] = [await world.person(), await world.person(), await world.person()];
  await open(ann, items.dive);
  const scope = world.member(ann);
  await row(world.em())`insert into notes (member_id, content_id, title_then, text)
    values (${ann.id}, ${items.dive}, 'x', 'mine'), (${bob.id}, ${items.dive}, 'x', 'of another')`;
  const techniques = await techniqueMap(scope);
  const found = await whatNext(scope, techniques, []);
  expect(
    found.map(({ arcs, ...studied }) => ({ ...studied, arcs: arcs.map((arc) => arc.transition.id) })),
  ).toEqual([
    { positionId: guard, opened: 1, seen: 0, notes: 1, arcs: [sweep] },
    { positionId: back, opened: 1, seen: 0, notes: 1, arcs: [] },
  ]);
  await markSeen(scope, items.dive, true);
  expect(await studiedAt(scope, guard)).toEqual({ positionId: guard, opened: 1, seen: 1, notes: 1 });
  expect(await studiedAt(world.member(eve), guard)).toBeNull();
  expect(await studiedTransition(scope, dive)).toEqual({ opened: 1, seen: 1, notes: 1 });
  expect(await studiedTransition(scope, sweep)).toBeNull();
  expect(await studiedTransition(world.member(eve), dive)).toBeNull();
  expect(await whatNext(world.member(eve), techniques, [])).toEqual([]);
  const followed = await whatNext(world.member(eve), techniques, [guard]);
  expect(followed[0]?.arcs.map((arc) => arc.transition.id).sort()).toEqual([dive, sweep].sort());
});

test('what was seen or noted counts without a history', async () => {
  const { guard, dive, sweep, items } = await aPlace();
  const [ann, vip] = [await world.person(), await world.person({ plan: 'vip' })];
  await row(world.em())`update users set history_paused = true where id in (${ann.id}, ${vip.id})`;
  await markSeen(world.member(ann), items.dive, true);
  expect(await studiedAt(world.member(ann), guard)).toMatchObject({ opened: 1, seen: 1, notes: 0 });
  await addNote(world.member(vip), items.sweep, { text: 'Hook first' });
  expect(await studiedAt(world.member(vip), guard)).toMatchObject({ opened: 1, seen: 0, notes: 1 });
  const [next] = await whatNext(world.member(ann), await techniqueMap(world.scope()), [guard]);
  expect(next?.arcs.map((arc) => arc.transition.id)).toEqual([sweep]);
  expect(dive).not.toBe(sweep);
});

test('the page names what was opened, and says so when there is nothing', async () => {
  const { items } = await aPlace();
  const [ann, bob] = [await world.person(), await world.person()];
  await open(ann, items.dive);
  const read = async (viewer: typeof ann | null) => world.send(nextPage.loader, viewer, '/map/next');
  const { studied } = await (await read(ann)).json();
  expect(studied[0]).toMatchObject({ words: 'You opened 1 technique of it.', arcs: [{ name: 'Sweep' }] });
  expect(await (await read(bob)).json()).toEqual({ studied: [] });
  expect((await read(null)).status).toBe(303);
});

test.each([
  [{ opened: 0, seen: 0, notes: 0 }, 'You follow it, and have opened nothing of it yet.'],
  [{ opened: 3, seen: 0, notes: 0 }, 'You opened 3 techniques of it.'],
  [{ opened: 3, seen: 1, notes: 0 }, 'You opened 3 techniques of it and have seen 1.'],
  [{ opened: 3, seen: 1, notes: 2 }, 'You opened 3 techniques of it, have seen 1 and wrote 2 notes.'],
])('%o in words', (counts, words) => expect(studiedWords(counts)).toBe(words));
