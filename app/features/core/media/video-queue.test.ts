import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { row } from '../../../../tests/support/sql.ts';
import { testWorld } from '../../../../tests/support/world.ts';
import { contentLimits } from '../../../domain/content-limits.ts';
import type { Viewer } from '../../../scope.ts';
import { workWords } from './video.ts';
import { assertMayWait, nextVideo, videosBefore } from './video-queue.server.ts';

const world = testWorld();

/** A video that waits to be converted. @returns its id */
async function waiting(owner: Viewer): Promise<number> {
  const made = await row<{ id: number }>(world.em())`
    insert into media (key, owner_id, kind, status, mime, width, height, bytes, color, video_state, convert_at)
    values (${randomBytes(16).toString('hex')}, ${owner.id}, 'video', 'ready', 'video/mp4', 640, 480, 9, '#aabbcc',
      'waiting', ${world.clock.at}) returning id`;
  return made?.id ?? 0;
}
const next = async () => (await nextVideo(world.em(), world.clock.at).executeTakeFirst())?.id;
const end = (id: number) => row(world.em())`update media set video_state = 'done' where id = ${id}`;

test('the video of the member with the fewest is converted next, and each knows how many come first', async () => {
  const [busy, modest] = [await world.person(), await world.person()];
  const [first, second, third] = [await waiting(busy), await waiting(busy), await waiting(busy)];
  const only = await waiting(modest);
  const before = await videosBefore(world.em(), [first, second, third, only]);
  expect([only, first, second, third].map((id) => before.get(id))).toEqual([0, 1, 2, 3]);
  for (const id of [only, first, second, third]) {
    expect(await next()).toBe(id);
    await end(id);
  }
  expect(await next()).toBe(undefined);
});

test('while one is converted none is next, and it comes before all that wait', async () => {
  const [owner, other] = [await world.person(), await world.person()];
  const [first, second] = [await waiting(owner), await waiting(other)];
  const lease = new Date(world.clock.at.getTime() + 60_000);
  await row(
    world.em(),
  )`update media set video_state = 'converting', convert_at = ${lease} where id = ${first}`;
  expect(await next()).toBe(undefined);
  expect(await videosBefore(world.em(), [first, second])).toEqual(new Map([[second, 1]]));
  await Promise.all([first, second].map(end));
});

test('as many of a member may wait as fit into one item, where videos are converted at all', async () => {
  const owner = await world.person();
  const ids: number[] = [];
  while (ids.length < contentLimits.files) ids.push(await waiting(owner));
  const scope = { ...world.member(owner), rateScale: 1 };
  await expect(assertMayWait(world.em(), scope, true)).rejects.toMatchObject({
    status: 429,
    message: '20 of your videos wait to be converted. Please send this one when some of them are done.',
  });
  await assertMayWait(world.em(), scope, false);
  await assertMayWait(world.em(), { ...world.member(await world.person()), rateScale: 1 }, true);
  await end(ids[0] ?? 0);
  await assertMayWait(world.em(), scope, true);
});

test.each([
  [0, 'Processing the video …'],
  [1, 'This video waits to be converted. One video comes first.'],
  [3, 'This video waits to be converted. 3 videos come first.'],
])('with %i before it, its creator reads: %s', (before, words) => {
  expect(workWords('waiting', null, before)).toBe(words);
});
