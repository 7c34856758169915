import { expect, test } from 'vitest';
import { redirectOf } from '../../../../tests/support/site/redirect-of.ts';
import { row } from '../../../../tests/support/sql.ts';
import { testWorld } from '../../../../tests/support/world.ts';
import { setLike } from '../../community/likes/likes.server.ts';
import * as library from './my-library.page.tsx';

const world = testWorld();
type Page = { items: { id: number; locked: boolean }[]; older: string | null; newer: string | null };

test('bought items come newest first, in pages both ways; refunded ones are gone', async () => {
  const viewer = await world.person();
  const bought: number[] = [];
  for (let n = 0; n < 14; n += 1) {
    const item = await world.item({ tier: 'vip', priceCents: 499 });
    await world.bought(viewer, item);
    bought.unshift(item);
  }
  await row(world.em())`update purchases set status = 'refunded' where content_id = ${bought[0]}`;
  await world.bought(await world.person(), await world.item());

  const open = async (path: string): Promise<Page> => (await world.send(library.loader, viewer, path)).json();
  const ids = ({ items }: Page) => items.map(({ id }) => id);
  const first = await open('/library');
  expect(ids(first)).toEqual(bought.slice(1, 13));
  expect(first.items.some(({ locked }) => locked)).toBe(false);
  expect(first.newer).toBeNull();
  const second = await open(first.older ?? '');
  expect([ids(second), second.older]).toEqual([bought.slice(13), null]);
  expect(ids(await open(second.newer ?? ''))).toEqual(ids(first));
});

test('liked items have their own tab, and visitors have no library', async () => {
  const viewer = await world.person();
  const liked = await world.item();
  await setLike(world.scope(viewer), liked, true);
  const shown = await (await world.send(library.loader, viewer, '/library?show=liked')).json();
  expect([shown.isLiked, shown.items.map(({ id }: { id: number }) => id)]).toEqual([true, [liked]]);
  expect((await (await world.send(library.loader, viewer, '/library')).json()).items).toEqual([]);
  expect((await redirectOf(await world.send(library.loader, null, '/library'))).to).toBe(
    '/auth?tab=sign-in&next=%2Flibrary',
  );
});
