import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { type SmallMap, smallMap } from '../../../../tests/support/map/small-map.ts';
import { shippedMap, wholeMap } from '../../../../tests/support/map/whole-map.ts';
import { row } from '../../../../tests/support/sql.ts';
import { testWorld } from '../../../../tests/support/world.ts';
import { actorOf, nameOfArc, tagsOf, techniqueMap } from './technique-map.server.ts';

describe('the map of a process', () => {
  const world = testWorld();
  let small: SmallMap;
  beforeAll(async () => {
    small = await smallMap(world.scope());
  });
  const rename = (name: string) =>
    row(world.em())`update map_positions set name = ${name} where id = ${small.at('Mount')}`;
  const nameOfMount = async (scope = world.scope()) =>
    (await techniqueMap(scope)).positions.get(small.at('Mount'))?.name;

  test('is read again when it changed, and else kept', async () => {
    const first = await techniqueMap(world.scope());
    expect(await techniqueMap(world.scope())).toBe(first);
    await rename('Full mount');
    expect(await nameOfMount()).toBe('Full mount');
  });

  test('asks for the version once a second at most', async () => {
    let at = performance.now();
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => at);
    onTestFinished(() => clock.mockRestore());
    expect(await nameOfMount()).toBe('Full mount');
    await rename('High mount');
    world.clock.at = new Date(world.clock.at.getTime() + 1);
    at += 999;
    expect(await nameOfMount()).toBe('Full mount');
    at += 1;
    expect(await nameOfMount()).toBe('High mount');
  });

  test('has nothing that a transaction has not committed', async () => {
    const scope = world.scope();
    const inside = scope.em.transactional(async (em) => {
      await row(em)`update map_positions set name = 'Never' where id = ${small.at('Mount')}`;
      expect(await nameOfMount({ ...scope, em })).toBe('High mount');
      throw new Error('No');
    });
    await expect(inside).rejects.toThrow('No');
    expect(await nameOfMount()).toBe('High mount');
  });

  test('has accepted things only, and no transition to others', async () => {
    await row(world.em())`
      insert into map_positions (slug, name, family, state) values ('new', 'New', 'other', 'proposed')`;
    await row(world.em())`
      insert into map_transitions (slug, name, from_id, to_id)
      select 'new', 'To the new', ${small.at('Mount')}, id from map_positions where state = 'proposed'`;
    const map = await techniqueMap(world.scope());
    expect(map.positions.size).toBe(13);
    expect([...map.transitions.values()].map(({ name }) => name)).not.toContain('To the new');
    expect(map.arcsFrom(small.at('Mount'))).toHaveLength(3);
    expect(map.positionsOf('half-guard').map(({ name }) => name)).toEqual([
      'Half guard',
      'Half guard with underhook',
      'Knee cut',
    ]);
  });

  test('shows a transition in both directions, with the name, the actor and the tags that it has there', async () => {
    const map = await techniqueMap(world.scope());
    const [back] = map.arcsFrom(small.at('Half guard with underhook')).filter((arc) => arc.isReversed);
    expect(back).toMatchObject({ toId: small.at('Half guard'), changesRole: false });
    expect(map.arcsInto(small.at('Half guard'))).toContain(back);
    expect(tagsOf(map, back!.transition)).toEqual(['half_guard']);
    const [on] = map.arcsFrom(small.at('Knee cut'));
    expect([on!.transition.name, nameOfArc(map, on!)]).toEqual(['...', 'Side control']);
    const sweep = map.arcsFrom(small.at('Closed guard')).find((arc) => arc.changesRole)!;
    expect([actorOf(sweep), actorOf({ ...sweep, isReversed: true })]).toEqual(['bottom', 'top']);
  });
});

describe('the whole map', () => {
  const world = testWorld();
  beforeAll(async () => {
    await wholeMap(world.scope());
  });

  test('comes from the database as it is in the file', async () => {
    const [read, shipped] = [await techniqueMap(world.scope()), shippedMap()];
    expect([read.positions.size, read.transitions.size]).toEqual([725, 1_485]);
    for (const id of [1, 300, 601, 725]) expect(read.positions.get(id)).toEqual(shipped.positions.get(id));
    for (const id of [1, 700, 1_485]) expect(read.transitions.get(id)).toEqual(shipped.transitions.get(id));
    const arcs = [...read.positions.keys()].flatMap((id) => read.arcsFrom(id));
    expect(arcs).toHaveLength(1_523);
    expect(Math.max(...[...read.positions.keys()].map((id) => read.arcsInto(id).length))).toBe(22);
  });

  test('takes less than 20 MB', async () => {
    const map = await techniqueMap(world.scope());
    // Everything that is text or a list, counted as JSON twice over, and the frames in whole pages.
    const things = [...map.positions.values(), ...map.transitions.values()];
    const buffers = new Set(things.map((each) => ('frame' in each ? each.frame : each.frames)?.buffer));
    const frames = [...buffers].reduce((sum, each) => sum + (each?.byteLength ?? 0), 0);
    const rest = JSON.stringify(things, (_key, value) => (value?.type === 'Buffer' ? null : value)).length;
    expect(frames + 4 * rest).toBeLessThan(20_000_000);
  });
});
