import { expect, test } from 'vitest';
import { wholeSite } from '../../../../tests/support/site/site-harness.ts';
import { row } from '../../../../tests/support/sql.ts';
import { testLists } from '../../../../tests/support/study-lists.ts';
import { testWorld } from '../../../../tests/support/world.ts';
import type { Viewer } from '../../../scope.ts';
import { markSeen } from '../progress/progress.server.ts';
import { foundLists } from './found-lists.server.ts';
import { listsInProgress } from './in-progress.sql.server.ts';
import { patchList } from './lists.server.ts';
import { setListFollow } from './sharing/follow-list.server.ts';

const world = testWorld();
const open = wholeSite(world);
const { list } = testLists(world);

const begun = async (viewer: Viewer) =>
  (await listsInProgress(world.em(), viewer.id, 3)).map(({ title, seen, total, next }) => [
    title,
    seen,
    total,
    next,
  ]);
const seen = (viewer: Viewer, item: number | undefined) => markSeen(world.member(viewer), item ?? 0, true);

async function items(count: number) {
  const made: number[] = [];
  for (let n = 0; n < count; n += 1) made.push(await world.item());
  return made;
}

test('own and followed lists are in progress from the first seen item until the last', async () => {
  const [ann, bob] = [await world.person(), await world.person()];
  const [one = 0, two = 0, three = 0] = await items(3);
  await list(ann, { title: 'Not begun', items: [three] });
  await list(ann, { title: 'Mine', items: [one, two] });
  const course = await list(bob, { title: 'Of Bob', visibility: 'public', items: [three, one, two] });
  expect(await begun(ann)).toEqual([]);
  await seen(ann, one);
  expect(await begun(ann)).toEqual([['Mine', 1, 2, 2]]);
  await setListFollow(world.member(ann), course, true);
  expect(await begun(ann)).toContainEqual(['Of Bob', 1, 3, 1]);
  const call = await open(ann, '/api/lists/in-progress');
  expect(JSON.parse(call.html)).toContainEqual({
    id: course,
    title: 'Of Bob',
    url: `/lists/${course}`,
    seen: 1,
    total: 3,
    next: 1,
  });
  expect((await open(null, '/api/lists/in-progress')).status).toBe(401);
  expect(await begun(bob)).toEqual([]);
  const page = await open(ann, '/dashboard');
  expect(page.text).toContain('Lists in progress');
  expect(page.html).toContain(`href="/lists/${course}/1"`);
  await seen(ann, two);
  expect(await begun(ann)).toEqual([['Of Bob', 2, 3, 1]]);
  await patchList(world.member(bob), course, { visibility: 'private' });
  expect(await begun(ann)).toEqual([]);
  expect((await open(ann, '/dashboard')).text).not.toContain('Lists in progress');
});

test('what is not published is neither next nor counted', async () => {
  const ann = await world.person();
  const [one = 0, two = 0, three = 0] = await items(3);
  await list(ann, { title: 'Mine', items: [one, two, three] });
  await seen(ann, one);
  await row(world.em())`update content set status = 'withdrawn' where id = ${two}`;
  expect(await begun(ann)).toEqual([['Mine', 1, 2, 3]]);
  await row(world.em())`delete from content where id = ${three}`;
  expect(await begun(ann)).toEqual([]);
});

test('a search finds public lists by the words of their title, and no others', async () => {
  const [ann, bob] = [await world.person({ firstName: 'Ann', lastName: 'Lee' }), await world.person()];
  const [item = 0] = await items(1);
  const shown = await list(ann, { title: 'Sweeps from lasso', visibility: 'public', items: [item] });
  const liked = await list(bob, { title: 'Lasso sweep drills', visibility: 'public', items: [item] });
  await list(ann, { title: 'Lasso sweeps by link', visibility: 'link', items: [item] });
  await list(ann, { title: 'Lasso sweeps of mine', items: [item] });
  await list(ann, { title: 'Lasso sweeps, empty', visibility: 'public' });
  const left = await world.person();
  await list(left, { title: 'Lasso sweeps of one who is suspended', visibility: 'public', items: [item] });
  await row(world.em())`update users set status = 'suspended' where id = ${left.id}`;
  const found = (search: string, viewer: Viewer | null = null) =>
    foundLists(world.scope(viewer), search, 4).then((lists) => lists.map(({ id }) => id));
  await setListFollow(world.member(ann), liked, true);
  expect(await found('lasso sweep')).toEqual([liked, shown]);
  expect(await found('lasso sweep', ann)).toEqual([liked, shown]);
  expect(await found('lasso -drills')).toEqual([shown]);
  expect(await found('the')).toEqual([]);
  expect(await found(`"'&|!<->`)).toEqual([]);
  for (const viewer of [null, ann]) {
    const page = await open(viewer, '/discover?search=lasso+sweep');
    expect(page.html).toContain(`href="/lists/${shown}"`);
    expect(page.text).toContain('1 item, by Ann Lee');
    for (const hidden of ['by link', 'of mine', 'empty', 'suspended'])
      expect(page.text).not.toContain(`Lasso sweeps ${hidden}`);
  }
});
