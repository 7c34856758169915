import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { linkTo, rendered } from '../../../../tests/support/browser/rendered.tsx';
import { linkedMap } from '../../../../tests/support/map/linked-map.ts';
import { waysBetween } from '../../../../tests/support/map/ways-between.ts';
import { wholeMap } from '../../../../tests/support/map/whole-map.ts';
import { row } from '../../../../tests/support/sql.ts';
import { testWorld } from '../../../../tests/support/world.ts';
import type { Viewer } from '../../../scope.ts';
import { type TechniqueMap, techniqueMap } from '../../map/graph/technique-map.server.ts';
import { readCameras } from '../../map/import/cameras.ts';
import { camerasFile } from '../../map/import/file.server.ts';
import { positionPath } from '../../map/screens/paths.ts';
import { answerWay } from '../../map/screens/ways/way.server.ts';
import * as itemCall from './item-sheet.api.ts';
import * as itemPage from './item-sheet.page.tsx';
import * as positionCall from './position-sheet.api.ts';
import * as positionPage from './position-sheet.page.tsx';
import { evenly } from './study.ts';
import * as wayPack from './way-pack.api.ts';
import * as wayCall from './way-sheet.api.ts';
import * as wayPage from './way-sheet.page.tsx';

const world = testWorld();
let map: TechniqueMap;
beforeAll(async () => {
  await wholeMap(world.scope(), readCameras(readFileSync(camerasFile, 'utf8')));
  map = await techniqueMap(world.scope());
});

const busiest = () =>
  [...map.positions.values()].toSorted((a, b) => map.arcsFrom(b.id).length - map.arcsFrom(a.id).length)[0]!;
const positionSheet = (path: string, viewer: Viewer | null = null) => {
  const place = /\/p\/([^/]+)/.exec(path)?.[1] ?? '';
  return rendered(world, positionPage, viewer, path, { params: { place } });
};
const itemSheet = (id: number, viewer: Viewer | null = null) =>
  rendered(world, itemPage, viewer, `/content/${id}/sheet`, { params: { id: String(id) } });
const wayAddress = (question: Record<string, string>, last = 'sheet') =>
  `/map/way/${last}?${new URLSearchParams(question)}`;
const waySheet = (question: Record<string, string>, viewer: Viewer | null = null) =>
  rendered(world, wayPage, viewer, wayAddress(question));
const json = async (call: { loader: unknown }, path: string, params: Record<string, string> = {}) => {
  const answer = await world.send(call.loader as never, null, path, params);
  return { status: answer.status, body: await answer.json() };
};

/** Two positions with a way of so many steps between them. */
function apart(steps: number) {
  for (const from of map.positions.values()) {
    for (const to of map.positions.values()) {
      const [way] = from === to ? [] : waysBetween(map, { from: from.id, to: to.id, as: 'top' });
      if (way?.steps.length === steps) return { from: String(from.id), to: String(to.id), as: 'top' };
    }
  }
  throw new Error('no such way');
}

/** A question that is answered by several ways. */
async function withWays() {
  for (const id of map.positions.keys()) {
    const question = { from: String(busiest().id), to: String(id), as: 'bottom' as const };
    const { ways } = await answerWay(world.scope(), map, question, () => null);
    if (ways.length === 3) return question;
  }
  throw new Error('no such question');
}

describe('the sheet of a position', () => {
  test('has both views, its names, what leads out as pictures and in as names, its address as text and code', async () => {
    const position = busiest();
    const { html, text } = await positionSheet(`${positionPath(position)}/sheet`);
    expect(html).toMatch(/<h1>[^<]+<\/h1>/);
    expect(text).toContain('You on top');
    expect(text).toContain('You on the bottom');
    expect(text).toContain(`http://localhost:3000${positionPath(position)}`);
    expect(html).toContain('aria-label="QR code with the address');
    const out = map.arcsFrom(position.id).length;
    expect(out).toBeGreaterThan(10);
    expect(html.match(/<li class="item__review"/g)).toHaveLength(10);
    expect(text).toContain(`${out - 10} more are on its page.`);
    expect(text).toMatch(/What leads in .+ \(from .+\)/);
    expect(text).toContain('My notes');
    // On paper the light still, whatever the theme: nothing moves and nothing is dark there.
    const stills = html.match(/<source media="print" srcSet="\/map\/drawing\/[^"]*-s\d+-l[^"]*\.svg"/g) ?? [];
    expect(stills).toHaveLength(12);
    expect(html).not.toMatch(/-m-[ld]/);
    expect(linkTo(html, 'Download the study pack')).toBe(`${positionPath(position)}/pack.zip`);
  });

  test('speaks to one of the roles when it is asked to, and its pack does so too', async () => {
    const path = positionPath(busiest());
    const { html, text } = await positionSheet(`${path}/sheet?as=bottom`);
    expect(text).toMatch(/You act\.|Your partner acts\./);
    expect(linkTo(html, 'Download the study pack')).toBe(`${path}/pack.zip?as=bottom`);
  });

  test('is found by old slugs and by merged ids, and is missing for others', async () => {
    const [position, into] = [...map.positions.values()].slice(40, 42) as [never, never];
    const { id } = position as { id: number };
    const go = (path: string, place: string) => world.send(positionPage.loader, null, path, { place });
    const moved = await go(`/map/p/${id}-old/sheet?as=top`, `${id}-old`);
    expect([moved.status, moved.headers.get('location')]).toEqual([
      301,
      `${positionPath(position)}/sheet?as=top`,
    ]);
    const made = await linkedMap(world).position('merged away');
    await row(
      world.em(),
    )`update map_positions set state = 'merged', merged_into = ${(into as { id: number }).id}
      where id = ${made}`;
    const merged = await go(`/map/p/${made}/sheet`, String(made));
    expect(merged.headers.get('location')).toBe(`${positionPath(into)}/sheet`);
    expect((await go('/map/p/999999/sheet', '999999')).status).toBe(404);
    expect((await go('/map/p/nonsense/sheet', 'nonsense')).status).toBe(404);
    expect((await json(positionCall, '/api/map/positions/999999/sheet', { id: '999999' })).status).toBe(404);
  });

  test('says the same to programs', async () => {
    const position = busiest();
    const { body } = await json(positionCall, `/api/map/positions/${position.id}/sheet`, {
      id: String(position.id),
    });
    expect(body).toMatchObject({
      kind: 'position',
      url: positionPath(position),
      sheetUrl: `${positionPath(position)}/sheet`,
      item: null,
      pack: { url: `${positionPath(position)}/pack.zip`, files: 0, items: [], locked: [] },
    });
    expect(body.groups[0].techniques[0].drawings[0]).toMatch(/^\/map\/drawing\/t\d+-s0-.*\.svg$/);
  });
});

describe('the sheet of a way', () => {
  test('has each step with its pictures, who acts and where it leads, for the one who asks', async () => {
    const question = apart(3);
    const { html, text } = await waySheet(question);
    expect(text).toMatch(/From .+ to .+ 3 steps\. You begin on top\. You (end|stay) on/);
    for (const number of ['1. ', '2. ', '3. ']) expect(text).toContain(number);
    expect(html.match(/, picture \d of \d/g)?.length).toBeGreaterThanOrEqual(6);
    expect(text).toContain(`http://localhost:3000/map/way?${new URLSearchParams(question)}`);
    const pack = linkTo(html, 'Download the study pack');
    expect(pack).toBe(`/map/way/pack.zip?${new URLSearchParams(question)}&way=1`);
    const { body } = await json(wayCall, `/api/map/ways/sheet?${new URLSearchParams(question)}`);
    expect(body.groups[0].techniques).toHaveLength(3);
    expect(body.pack.url).toBe(pack);
  });

  test('a long way takes one picture for each step', async () => {
    const { html } = await waySheet(apart(9));
    expect(html.match(/<li class="item__review"/g)).toHaveLength(9);
  });

  test('another of the ways is another sheet; a number that is none is the first or the last', async () => {
    const ids = await withWays();
    const [first, second, last, odd] = await Promise.all(
      ['1', '2', '3', 'x'].map(async (way) => (await waySheet({ ...ids, way })).text),
    );
    expect(second).not.toBe(first);
    expect(last).toContain('The steps');
    expect(odd).toBe(first);
    for (const way of ['0', '4', 'x']) {
      const { status } = await json(wayCall, `/api/map/ways/sheet?${new URLSearchParams({ ...ids, way })}`);
      expect(status).toBe(422);
    }
  });

  test('a question without a way leads to the page that says why; a call says it with a status', async () => {
    const some = String(busiest().id);
    for (const question of [
      { from: '', to: '', as: 'top' },
      { from: some, to: some, as: 'top' },
      { from: 'zzzzqqqq', to: some, as: 'bottom' },
    ]) {
      for (const [edge, last] of [
        [wayPage, 'sheet'],
        [wayPack, 'pack.zip'],
      ] as const) {
        const answer = await world.send(edge.loader as never, null, wayAddress(question, last));
        expect([answer.status, answer.headers.get('location')?.split('?')[0]]).toEqual([303, '/map/way']);
      }
    }
    const call = (question: Record<string, string>) =>
      json(wayCall, `/api/map/ways/sheet?${new URLSearchParams(question)}`);
    expect((await call({ from: some, to: some })).status).toBe(404);
    expect((await call({ from: 'zzzzqqqq', to: some })).body.message).toContain('zzzzqqqq');
    expect((await call({ from: some })).status).toBe(422);
  });

  test('questions take from the limit of searches', async () => {
    const { scale } = world.rates;
    world.rates.scale = 1;
    const question = apart(2);
    const states = [];
    for (let asked = 0; asked < 12; asked += 1)
      states.push((await world.send(wayPage.loader as never, null, wayAddress(question))).status);
    world.rates.scale = scale;
    expect(states.slice(10)).toEqual([429, 429]);
  });
});

describe('the sheet of an item', () => {
  test('has its steps with their times, its place on the map, and its address', async () => {
    const id = await world.item({ title: 'Knee <cut>', description: 'Three details.' });
    await row(world.em())`update content set steps = ${['0:04 Grip', 'Cut']}::text[] where id = ${id}`;
    const transition = [...map.transitions.values()].find(({ frames }) => frames)!;
    const { fromId, toId } = transition;
    await linkedMap(world).link(id, { starts: fromId, does: transition.id, ends: toId });
    const { html, text } = await itemSheet(id);
    expect(html).toContain('<h1>Knee &lt;cut&gt;</h1>');
    expect(text).toContain('Three details.');
    expect(text).toMatch(/Step by step Grip 0:04 Cut/);
    expect(text).toMatch(/Starts in: .+ Ends in: .+/);
    expect(text).toContain('What it does');
    expect(text).toContain(`http://localhost:3000/content/${id}`);
    const { body } = await json(itemCall, `/api/content/${id}/sheet`, { id: String(id) });
    expect(body.item).toEqual({
      id,
      title: 'Knee <cut>',
      locked: false,
      steps: ['Grip', 'Cut'],
      hiddenSteps: 0,
    });
  });

  test('a locked one has what its page says too, and where it is unlocked', async () => {
    const id = await world.item({ tier: 'vip', priceCents: 499 });
    await row(world.em())`update content set steps = ${['Grip', 'The secret']}::text[] where id = ${id}`;
    const { text } = await itemSheet(id);
    expect(text).toContain('Opens with VIP, or for $4.99.');
    expect(text).toContain('Grip');
    expect(text).not.toContain('The secret');
    expect(text).toContain('1 more once it is unlocked.');
    expect((await itemSheet(id, await world.person({ plan: 'vip' }))).text).toContain('The secret');
  });

  test.each(['draft', 'withdrawn', 'suspended'] as const)(
    'a %s item is missing for others',
    async (status) => {
      const id = await world.item();
      await row(world.em())`update content set status = ${status} where id = ${id}`;
      const go = (edge: { loader: unknown }) =>
        world.send(edge.loader as never, null, `/content/${id}/sheet`, { id: String(id) });
      expect((await go(itemPage)).status).toBe(404);
      expect((await json(itemCall, `/api/content/${id}/sheet`, { id: String(id) })).status).toBe(404);
    },
  );

  test('unknown ones are missing', async () => {
    expect((await world.send(itemPage.loader, null, '/content/999/sheet', { id: '99999' })).status).toBe(404);
  });
});

test('of many pictures the first, the last and some between are taken', () => {
  expect(evenly([1, 2], 3)).toEqual([1, 2]);
  expect(evenly([1, 2, 3, 4, 5], 3)).toEqual([1, 3, 5]);
  expect(evenly([1, 2, 3], 1)).toEqual([3]);
  expect(evenly([], 3)).toEqual([]);
});
