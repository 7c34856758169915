import { beforeAll, expect, test } from 'vitest';
import { rendered } from '../../../../tests/support/browser/rendered.tsx';
import { linkedMap } from '../../../../tests/support/map/linked-map.ts';
import { unzip } from '../../../../tests/support/media/unzip.ts';
import { row } from '../../../../tests/support/sql.ts';
import { testWorld } from '../../../../tests/support/world.ts';
import type { Viewer } from '../../../scope.ts';
import * as itemPack from '../../library/sheets/item-pack.api.ts';
import * as itemSheet from '../../library/sheets/item-sheet.page.tsx';
import * as positionPack from '../../library/sheets/position-pack.api.ts';
import * as positionSheet from '../../library/sheets/position-sheet.page.tsx';
import { addNote } from './add-note.server.ts';

const world = testWorld();
const map = linkedMap(world);
let ann: Viewer;
let bob: Viewer;
let item = 0;
let guard = 0;

/** Two members write about the same item, which leads out of a position. */
beforeAll(async () => {
  [ann, bob] = [await world.person(), await world.person()];
  item = await world.item({ title: 'Knee cut' });
  guard = await map.position('half guard');
  const mount = await map.position('mount');
  const cut = await map.transition('cut', guard, mount);
  await map.link(item, { starts: guard, does: cut, ends: mount });
  await addNote(world.member(ann), item, { text: 'Elbow <first>' });
  await addNote(world.member(bob), item, { text: 'A secret of Bob' });
});

const edges = {
  item: {
    sheet: itemSheet,
    pack: itemPack,
    path: () => `/content/${item}`,
    params: () => ({ id: String(item) }),
  },
  position: {
    sheet: positionSheet,
    pack: positionPack,
    path: () => `/map/p/${guard}-half-guard`,
    params: () => ({ place: `${guard}-half-guard` }),
  },
};
const queries = { asked: '?notes=mine', 'not asked': '' };

async function read(kind: keyof typeof edges, viewer: Viewer | null, query: string) {
  const { sheet, pack, path, params } = edges[kind];
  const page = await rendered(world, sheet, viewer, `${path()}/sheet${query}`, { params: params() });
  const answer = await world.send(pack.loader, viewer, `${path()}/pack.zip${query}`, params());
  const files = unzip(Buffer.from(await answer.arrayBuffer()));
  return {
    page,
    pack: [...files].map(([name, bytes]) => (name.endsWith('.html') ? String(bytes) : '')).join('\n'),
  };
}

test.each([
  ['item', 'asked'],
  ['item', 'not asked'],
  ['position', 'asked'],
  ['position', 'not asked'],
] as const)(
  'of notes on the sheet and in the pack of an %s, %s for, only the viewer’s own are there',
  async (kind, asked) => {
    const isAsked = asked === 'asked';
    for (const [viewer, own, others] of [
      [ann, 'Elbow', 'secret'],
      [bob, 'secret', 'Elbow'],
      [null, '', 'Elbow'],
    ] as const) {
      const { page, pack } = await read(kind, viewer, queries[asked]);
      for (const [place, text] of Object.entries({ page: page.html, pack })) {
        if (viewer) expect([place, text.includes(own)]).toEqual([place, isAsked]);
        expect([place, text.includes(others)]).toEqual([place, false]);
        expect(text).not.toContain('<first>');
      }
      if (!viewer) expect(page.text).not.toMatch(/Add my notes|Without my notes/);
      if (viewer) expect(page.text).toContain(isAsked ? 'Without my notes' : 'Add my notes');
      expect(page.html.includes('pack.zip?notes=mine')).toBe(isAsked && viewer !== null);
    }
  },
);

test('of an item that is locked by now, the member’s words stay theirs', async () => {
  const locked = await world.item();
  await addNote(world.member(ann), locked, { text: 'Keep it tight' });
  await row(world.em())`update content set tier = 'vip' where id = ${locked}`;
  const page = await rendered(world, itemSheet, ann, `/content/${locked}/sheet?notes=mine`, {
    params: { id: String(locked) },
  });
  expect(page.text).toContain('Locked.');
  expect(page.text).toContain('Keep it tight');
});
