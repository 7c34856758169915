import { beforeAll, describe, expect, test } from 'vitest';
import { shippedRows, wholeMap } from '../../../../tests/support/map/whole-map.ts';
import { row, rows } from '../../../../tests/support/sql.ts';
import { testWorld } from '../../../../tests/support/world.ts';
import { framesKey } from './cameras.ts';
import { importMap } from './import-map.server.ts';
import { decodeFrame, encodeFrame, jointIndex, mirrored } from './pose.ts';
import type { MapRows } from './rows.ts';

const world = testWorld();
const none = new Map();
let first: Awaited<ReturnType<typeof wholeMap>>;
beforeAll(async () => {
  first = await wholeMap(world.scope());
});

const everything = () =>
  rows<Record<string, unknown>>(
    world.em(),
  )`select 'p' as kind, id, updated_at, md5(p::text) as hash from map_positions p
    union all select 't', id, updated_at, md5(t::text) from map_transitions t order by 1, 2`;
const version = async () =>
  (await row<{ version: string }>(world.em())`select version from map_version`)?.version;

test('the whole file becomes 725 positions and 1,485 transitions, with ids in the order of the file', async () => {
  expect(first).toEqual({ positions: 725, transitions: 1_485, added: 2_210, changed: 0, leftAlone: 0 });
  const counts = await row(world.em())`
    select (select count(*)::int from map_positions where not is_waypoint) as named,
      (select count(*)::int from map_positions where is_waypoint) as waypoints,
      (select count(*)::int from map_transitions where both_ways) as "bothWays",
      (select count(*)::int from map_transitions where is_tap) as taps,
      (select count(*)::int from map_transitions where actor = 'top') as "byTop",
      (select count(*)::int from map_transitions where actor = 'bottom') as "byBottom",
      (select count(*)::int from map_transitions where per_second = 10) as detailed,
      (select count(*)::int from map_transitions where changes_role) as sweeps,
      (select max(id) from map_positions) as "lastPosition"`;
  expect(counts).toEqual({
    named: 601,
    waypoints: 124,
    bothWays: 38,
    taps: 22,
    byTop: 616,
    byBottom: 558,
    detailed: 159,
    sweeps: 216,
    lastPosition: 725,
  });
  expect(await row(world.em())`select name, slug, family from map_positions where id = 1`).toEqual({
    name: 'Side control with near open elbow and crossface',
    slug: 'side-control-with-near-open-elbow-and-crossface',
    family: 'side-control',
  });
});

test('a second import changes nothing, not even the version', async () => {
  const before = [await everything(), await version()];
  expect(await importMap(world.scope(), shippedRows(), none)).toMatchObject({
    added: 0,
    changed: 0,
    leftAlone: 0,
  });
  expect([await everything(), await version()]).toEqual(before);
});

test('cameras are written when they are found, and the rest stays', async () => {
  const { frames } = shippedRows().transitions[3]!;
  const cameras = new Map([[framesKey(frames), { yaw: 45, pitch: 21, order: [1, 0, 2] }]]);
  expect(await importMap(world.scope(), shippedRows(), cameras)).toMatchObject({ added: 0, changed: 1 });
  const kept = await row(
    world.em(),
  )`select camera_yaw, camera_pitch, draw_order from map_transitions where id = 4`;
  expect(kept).toEqual({ camera_yaw: 45, camera_pitch: 21, draw_order: [1, 0, 2] });
});

describe('a changed file', () => {
  const copy = (): MapRows => structuredClone(shippedRows());
  /** The clone has plain bytes. */
  const bytes = (frame: Uint8Array) => Buffer.from(frame);
  const changed = (change: (rows: MapRows) => MapRows | undefined) => {
    const made = copy();
    for (const each of made.positions) each.frame = bytes(each.frame);
    for (const each of made.transitions) each.frames = bytes(each.frames);
    return change(made) ?? made;
  };
  const put = (made: MapRows) => importMap(world.scope(), made, none);

  test('keeps the ids of what was renamed, improved, or mirrored and renamed', async () => {
    const before = await everything();
    const made = changed(({ positions, transitions }) => {
      rename(positions[10]!);
      rename(transitions[10]!);
      move(positions[20]!);
      mirror(positions[30]!);
      return undefined;
    });
    expect(await put(made)).toMatchObject({ added: 0, changed: 4, leftAlone: 0 });
    const named = await rows(world.em())`select id from map_positions where name = 'Renamed' order by id`;
    expect(named).toEqual([{ id: 11 }, { id: 31 }]);
    expect(await put(shippedRows())).toMatchObject({ added: 0, changed: 4, leftAlone: 0 });
    const idsOf = (list: Record<string, unknown>[]) => list.map(({ kind, id }) => [kind, id]);
    expect(idsOf(await everything())).toEqual(idsOf(before));
  });

  test('lines in another order change nothing', async () => {
    const before = await everything();
    const turned = changed(({ positions, transitions }) => ({
      positions: positions.toReversed(),
      transitions: transitions
        .toReversed()
        .map((each) => ({ ...each, from: 724 - each.from, to: 724 - each.to })),
    }));
    expect(await put(turned)).toMatchObject({ added: 0, changed: 0 });
    expect(await everything()).toEqual(before);
  });

  test('what is gone stays, and what is new gets the next ids, after those of proposals', async () => {
    await row(
      world.em(),
    )`insert into map_positions (slug, name, family, state) values ('x', 'X', 'other', 'proposed')`;
    const made = changed(({ positions, transitions }) => ({
      positions: [...positions, { ...positions[0]!, originKey: 'new', frame: flipped(positions[0]!.frame) }],
      transitions: transitions.slice(1),
    }));
    made.positions.at(-1)!.facts = { ...made.positions[0]!.facts, name: 'A new one' };
    expect(await put(made)).toMatchObject({ added: 1, changed: 0, leftAlone: 1 });
    expect(await row(world.em())`select id from map_positions where name = 'A new one'`).toEqual({ id: 727 });
    expect(await row(world.em())`select state from map_transitions where id = 1`).toEqual({
      state: 'accepted',
    });
    const next = await row(world.em())`insert into map_positions (slug, name, family, state)
      values ('y', 'Y', 'other', 'proposed') returning id`;
    expect(next).toEqual({ id: 728 });
  });

  test('what curators corrected stays, also when the file changes something else', async () => {
    await row(world.em())`update map_positions set name = 'Kesa' where id = 40`;
    await row(world.em())`update map_transitions set ruleset = 'gi', actor = null where id = 40`;
    await put(
      changed(({ positions, transitions }) => {
        positions[39]!.facts.tags = ['other'];
        rename(transitions[39]!);
        return undefined;
      }),
    );
    expect(await row(world.em())`select name, slug, tags from map_positions where id = 40`).toEqual({
      name: 'Kesa',
      slug: 'kesa',
      tags: ['other'],
    });
    expect(await row(world.em())`select name, ruleset, actor from map_transitions where id = 40`).toEqual({
      name: 'Renamed',
      ruleset: 'gi',
      actor: null,
    });
  });

  test('nothing is written when one row cannot be', async () => {
    const before = await everything();
    const broken = changed(({ positions, transitions }) => {
      rename(positions[5]!);
      transitions.at(-1)!.facts.name = '';
      return undefined;
    });
    await expect(put(broken)).rejects.toThrow('map_transitions_name_check');
    expect(await everything()).toEqual(before);
  });
});

function rename(given: { originKey: string; facts: { name: string } }) {
  given.originKey = 'renamed';
  given.facts.name = 'Renamed';
}

function move(given: MapRows['positions'][number]) {
  const frame = decodeFrame(given.frame);
  frame[3 * jointIndex.head]! += 0.2;
  given.originKey = 'moved';
  given.frame = encodeFrame(frame);
}

function mirror(given: MapRows['positions'][number]) {
  rename(given);
  given.originKey = 'mirrored';
  given.frame = encodeFrame(mirrored(decodeFrame(given.frame)));
}

/** A pose that is no one else's. */
function flipped(frame: Buffer): Buffer {
  const made = decodeFrame(frame);
  for (let at = 1; at < made.length; at += 3) made[at] = 2.5 - made[at]!;
  return encodeFrame(made);
}
