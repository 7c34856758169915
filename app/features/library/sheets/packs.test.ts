import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { linkedMap } from '../../../../tests/support/map/linked-map.ts';
import { mustHoldTogether } from '../../../../tests/support/map/pack.ts';
import { waysBetween } from '../../../../tests/support/map/ways-between.ts';
import { wholeMap } from '../../../../tests/support/map/whole-map.ts';
import { type StoredFacts, storeFile } from '../../../../tests/support/media/store-file.ts';
import { unzip } from '../../../../tests/support/media/unzip.ts';
import { row } from '../../../../tests/support/sql.ts';
import { testWorld } from '../../../../tests/support/world.ts';
import type { Viewer } from '../../../scope.ts';
import {
  type MapTransition,
  newestMap,
  type TechniqueMap,
  techniqueMap,
} from '../../map/graph/technique-map.server.ts';
import { readCameras } from '../../map/import/cameras.ts';
import { camerasFile } from '../../map/import/file.server.ts';
import * as itemPack from './item-pack.api.ts';
import * as itemPage from './item-sheet.page.tsx';
import { packLimits } from './pack-limits.ts';
import * as positionPack from './position-pack.api.ts';
import * as wayPack from './way-pack.api.ts';

const world = testWorld();
let map: TechniqueMap;
let creator: Viewer;
let premium: Viewer;
beforeAll(async () => {
  await wholeMap(world.scope(), readCameras(readFileSync(camerasFile, 'utf8')));
  map = await techniqueMap(world.scope());
  creator = await world.person({ username: 'bia', firstName: 'Bia', plan: 'vip' });
  premium = await world.person({ plan: 'premium' });
});

const store = (item: number, facts?: StoredFacts) => storeFile(world, creator, item, facts);

async function taken(
  edge: { loader: (args: never) => unknown },
  viewer: Viewer | null,
  path: string,
  params: Record<string, string> = {},
) {
  const answer = await world.send(edge.loader, viewer, path, params);
  expect(answer.status).toBe(200);
  const files = unzip(Buffer.from(await answer.arrayBuffer()));
  const page = (name: string) => String(files.get(name));
  return { answer, files, page, index: page('index.html') };
}
const packOfItem = (id: number, viewer: Viewer | null) =>
  taken(itemPack, viewer, `/content/${id}/pack.zip`, { id: String(id) });
const packOfPosition = (id: number, viewer: Viewer | null = null) =>
  taken(positionPack, viewer, `/map/p/${id}/pack.zip`, { place: String(id) });
const packOfWay = (transition: MapTransition, viewer: Viewer | null) =>
  taken(
    wayPack,
    viewer,
    `/map/way/pack.zip?from=${transition.fromId}&to=${transition.toId}&as=${role(transition)}`,
  );
/** The role in which the way from one end of a transition to the other is that transition. */
function role({ id, fromId, toId }: MapTransition) {
  const as = (['top', 'bottom'] as const).find(
    (each) => waysBetween(map, { from: fromId, to: toId, as: each })[0]?.steps[0]?.arc.transition.id === id,
  );
  return as ?? 'top';
}
const drawn = (): MapTransition =>
  [...map.transitions.values()].find(
    ({ frames, isTap, bothWays, name }) => frames && !isTap && !bothWays && name !== '...',
  )!;

describe('a pack of an item', () => {
  test('holds its words and its media for those who may save it, and the map around it', async () => {
    const id = await world.item({ creator: creator.id, title: 'Knee <cut> 膝', description: 'Two\nlines' });
    await row(world.em())`update content set steps = ${['0:04 Grip', 'Cut <b>']}::text[] where id = ${id}`;
    const [picture, video] = [await store(id), await store(id, { kind: 'video', bytes: 200_000 })];
    const transition = drawn();
    await linkedMap(world).link(id, {
      starts: transition.fromId,
      does: transition.id,
      ends: transition.toId,
    });
    const { answer, files, index, page } = await packOfItem(id, premium);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'application/zip',
      'content-disposition': `attachment; filename="summa-technique-${id}.zip"`,
      'cache-control': 'private, no-store',
    });
    mustHoldTogether(files);
    expect(files.get(`media/${id}-1.jpg`)?.equals(picture.content)).toBe(true);
    expect(files.get(`media/${id}-2.mp4`)?.equals(video.content)).toBe(true);
    expect(index).toContain('<h1>Knee &lt;cut&gt; 膝</h1>');
    expect(index).toMatch(/<video src="media\/\d+-2\.mp4"/);
    expect(index).toContain('Cut &lt;b&gt;');
    expect(index).toContain(`http://localhost:3000/content/${id}`);
    const technique = page(`technique-${transition.id}.html`);
    expect(technique).toMatch(/<source media="print, \(prefers-reduced-motion: reduce\)" srcSet="drawings\//);
    const svg = [...files].filter(([name]) => name.startsWith('drawings/'));
    expect(svg.some(([, bytes]) => String(bytes).includes('<animate'))).toBe(true);
    expect(svg.every(([, bytes]) => String(bytes).startsWith('<svg '))).toBe(true);
  });

  test('is said beforehand: how large, what is in it, and what is not and why', async () => {
    const id = await world.item({ creator: creator.id });
    await store(id, { kind: 'video', bytes: 2_000_000 });
    await store(id, { isLost: true });
    const said = async (viewer: Viewer | null) =>
      (await (await world.send(itemPage.loader, viewer, `/content/${id}/sheet`, { id: String(id) })).json())
        .contents;
    const contents = await said(premium);
    expect(contents).toMatchObject({
      files: 1,
      missing: [{ why: 'Its file cannot be read at the moment.' }],
    });
    const { files, answer } = await packOfItem(id, premium);
    mustHoldTogether(files);
    expect(answer.status).toBe(200);
    const whole = [...files.values()].reduce((sum, bytes) => sum + bytes.length, 0);
    expect(contents.bytes / whole).toBeGreaterThan(0.95);
    expect(contents.bytes / whole).toBeLessThan(1.05);
    expect(await said(null)).toMatchObject({
      files: 0,
      missing: [{ why: 'Downloads come with Premium and VIP, and with techniques you have bought.' }],
    });
    expect(JSON.stringify(contents)).not.toMatch(/[0-9a-f]{32}/);
  });

  test.each([
    ['members', [false, true, true]],
    ['buyers', [false, false, true]],
    ['nobody', [false, false, true]],
  ] as const)('that its creator lets %s save has its media for no one else', async (downloads, expected) => {
    const id = await world.item({ creator: creator.id });
    await row(world.em())`update content set downloads = ${downloads} where id = ${id}`;
    const { content } = await store(id);
    const people = [await world.person(), premium, creator];
    for (const [at, viewer] of people.entries()) {
      const { files, index } = await packOfItem(id, viewer);
      expect(
        [...files.values()].some((bytes) => bytes.equals(content)),
        String(at),
      ).toBe(expected[at]);
      expect(index.includes('Not in this pack')).toBe(!expected[at]);
    }
  });

  test('that is locked has its name and its address alone', async () => {
    const id = await world.item({
      creator: creator.id,
      tier: 'vip',
      title: 'Berimbolo',
      description: 'Spin',
    });
    await row(world.em())`update content set steps = ${['First', 'Second']}::text[] where id = ${id}`;
    const { key } = await store(id);
    const { files, index } = await packOfItem(id, premium);
    mustHoldTogether(files);
    expect([...files.keys()]).toEqual(['index.html']);
    expect(index).toMatch(new RegExp(`Berimbolo\\. Opens with VIP\\. http://localhost:3000/content/${id}`));
    for (const word of ['Spin', 'First', 'Second', key]) expect(index).not.toContain(word);
  });

  test('is missing when the item is deleted, unknown or someone’s draft', async () => {
    const draft = await world.item({ status: 'draft' });
    const gone = await world.item();
    await row(world.em())`update content set status = 'withdrawn' where id = ${gone}`;
    for (const id of [draft, gone, 99_999, 0]) {
      const answer = await world.send(itemPack.loader, premium, `/content/${id}/pack.zip`, {
        id: String(id),
      });
      expect(answer.status).toBe(404);
    }
  });

  test('counts as a download once a day, and is made twenty times an hour', async () => {
    const [id, viewer] = [await world.item({ creator: creator.id }), await world.person({ plan: 'vip' })];
    await store(id);
    await store(id);
    await packOfItem(id, viewer);
    await packOfItem(id, viewer);
    expect(await row(world.em())`select downloads as n from content_stats where content_id = ${id}`).toEqual({
      n: 1,
    });
    const { scale } = world.rates;
    world.rates.scale = 1;
    const other = await world.person();
    const states = [];
    for (let asked = 0; asked < 21; asked += 1) {
      const answer = await world.send(itemPack.loader, other, `/content/${id}/pack.zip`, { id: String(id) });
      states.push(answer.status);
      await answer.body?.cancel();
    }
    world.rates.scale = scale;
    expect(states).toEqual([...Array(20).fill(200), 429]);
    // Who asks only for the headers takes nothing, and nothing is made.
    const init = { method: 'HEAD' };
    const head = await world.send(
      itemPack.loader,
      other,
      `/content/${id}/pack.zip`,
      { id: String(id) },
      init,
    );
    expect([head.status, await head.text()]).toEqual([200, '']);
  });

  test('is cut off when a file vanishes before its turn', async () => {
    const id = await world.item({ creator: creator.id });
    await store(id, { bytes: 500_000 });
    const { key } = await store(id);
    const answer = await world.send(itemPack.loader, premium, `/content/${id}/pack.zip`, { id: String(id) });
    await world.scope().media.remove(key);
    await expect(answer.arrayBuffer()).rejects.toThrow();
  });
});

describe('a pack of the map', () => {
  test('of a position has what leads out and in, each with its movement and pictures', async () => {
    const arcs = (id: number) => map.arcsFrom(id).length + map.arcsInto(id).length;
    const { id } = [...map.positions.values()].toSorted((a, b) => arcs(b.id) - arcs(a.id))[0]!;
    const { files, index, answer } = await packOfPosition(id);
    mustHoldTogether(files);
    expect(answer.headers.get('content-disposition')).toMatch(/filename="summa-[a-z0-9-]+\.zip"/);
    const pages = [...files.keys()].filter((name) => name.startsWith('technique-'));
    expect(pages).toHaveLength(packLimits.techniques);
    expect(index).toContain(`${arcs(id) - pages.length} more are on the site.`);
    expect([...files.keys()].filter((name) => name.startsWith('drawings/')).length).toBeGreaterThan(
      pages.length,
    );
  });

  test('has the pages and media of open items, and locked ones by name', async () => {
    const transition = drawn();
    const [open, locked] = [
      await world.item({ creator: creator.id, title: 'Open one' }),
      await world.item({ creator: creator.id, tier: 'vip', title: 'Locked one' }),
    ];
    const [shown, hidden] = [await store(open), await store(locked)];
    for (const id of [open, locked]) {
      await row(world.em())`update content set steps = ${[`Step one of ${id}`, `Step two of ${id}`]}::text[]
        where id = ${id}`;
      await linkedMap(world).link(id, { does: transition.id });
    }
    world.clock.at = new Date(world.clock.at.getTime() + 60_000);
    const { files, index, page } = await packOfWay(transition, premium);
    mustHoldTogether(files);
    const all = [...files.values()].map(String).join('\n');
    expect(page(`item-${open}.html`)).toContain(`Step two of ${open}`);
    expect(all).toContain(shown.key);
    expect(index).toMatch(
      new RegExp(`Locked one\\. Opens with VIP\\. http://localhost:3000/content/${locked}<`),
    );
    for (const word of [hidden.key, `Step one of ${locked}`, `Step two of ${locked}`])
      expect(all).not.toContain(word);
    expect(page(`technique-${transition.id}.html`)).toContain(`href="item-${open}.html"`);
  });

  test('has at most so many items, and says which did not fit', async () => {
    const id = await linkedMap(world).position('crowded');
    const items = await Promise.all(
      Array.from({ length: packLimits.items + 1 }, (_, at) =>
        world.item({ creator: creator.id, title: `Crowd ${at}` }),
      ),
    );
    for (const item of items) await linkedMap(world).link(item, { starts: id });
    // The map in memory may be a second old.
    await newestMap(world.scope());
    const { files } = await packOfPosition(id);
    expect([...files.keys()].filter((name) => name.startsWith('item-'))).toHaveLength(packLimits.items);
    mustHoldTogether(files);
  });

  test('has files as long as they fit, and names the others', async () => {
    const { bytes, files: most } = packLimits;
    const id = await world.item({ creator: creator.id });
    for (let at = 0; at < 3; at += 1) await store(id, { bytes: 1_000 });
    try {
      Object.assign(packLimits, { files: 2 });
      const few = await packOfItem(id, premium);
      expect([...few.files.keys()].filter((name) => name.startsWith('media/'))).toHaveLength(2);
      expect(few.index).toMatch(/3 of 3\. It has 1 kB\. A pack has at most 2 files/);
      Object.assign(packLimits, { files: most, bytes: 1_500 });
      const small = await packOfItem(id, premium);
      expect([...small.files.keys()].filter((name) => name.startsWith('media/'))).toHaveLength(1);
    } finally {
      Object.assign(packLimits, { bytes, files: most });
    }
  });
});
