import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { row, rows } from '../../../../tests/support/sql.ts';
import { testWorld } from '../../../../tests/support/world.ts';
import { sweepStores } from '../../core/uploads/sweep.server.ts';
import { deleteContent } from '../../library/authoring/delete-content.server.ts';
import { takeDown } from '../../library/items/take-down.server.ts';
import { findClip } from './clips.server.ts';
import { mostClips, sweepClips } from './sweep.server.ts';

const world = testWorld();
const dayMs = 24 * 3_600_000;
const scope = () => ({ em: world.em(), now: () => world.clock.at });
const sweep = (most = mostClips) => sweepClips(scope(), world.scope().media, most);
const later = (ms: number) => {
  world.clock.at = new Date(world.clock.at.getTime() + ms);
};
const at = (ms: number) => new Date(world.clock.at.getTime() + ms);

async function aVideo() {
  const creator = await world.person();
  const id = await world.item({ creator: creator.id, tier: 'vip' });
  const made = await row<{ id: number }>(world.em())`
    insert into media (key, owner_id, content_id, kind, status, mime, width, height, bytes, color, widths)
    values (${randomBytes(16).toString('hex')}, ${creator.id}, ${id}, 'video', 'ready', 'video/mp4', 64, 48, 9,
      '#aabbcc', '{320}') returning id`;
  return { creator, id, mediaId: made?.id ?? 0 };
}

/** A clip with a file, or in another state without one. */
async function clip(mediaId: number, { n = 0, usedMs = 0, askedMs = 0, state = 'ready' } = {}) {
  const key = randomBytes(16).toString('hex');
  await row(
    world.em(),
  )`insert into clips (key, media_id, from_ms, to_ms, slowdown, state, asked_at, last_used_at)
    values (${key}, ${mediaId}, ${100 * n}, ${100 * n + 1000}, 1, ${state}, ${at(askedMs)}, ${at(usedMs)})`;
  if (state !== 'ready') return key;
  const { media, tempDir } = world.scope();
  writeFileSync(`${tempDir}-${key}`, 'clip');
  await media.put(key, 'clip.mp4', `${tempDir}-${key}`);
  return key;
}

const left = async (...keys: string[]) => {
  const { media } = world.scope();
  const found = await rows<{ key: string }>(world.em())`select key from clips`;
  const kept = keys.filter((key) => found.some((each) => each.key === key));
  for (const key of keys) expect((await media.stat(key, 'clip.mp4')) !== null, key).toBe(kept.includes(key));
  return kept.map((key) => keys.indexOf(key));
};

test('a clip that was not used for thirty days goes; being looked at keeps it', async () => {
  const { mediaId } = await aVideo();
  const [used, unused] = [await clip(mediaId, { n: 1 }), await clip(mediaId, { n: 2 })];
  later(29 * dayMs);
  expect(await sweep()).toEqual({ removed: 0, failed: 0 });
  await findClip(scope(), { mediaId, from: 0.1, to: 1.1, speed: 1 });
  later(2 * dayMs);
  expect(await sweep()).toEqual({ removed: 1, failed: 0 });
  expect(await left(used, unused)).toEqual([0]);
  await row(world.em())`delete from clips`;
});

test('beyond the number for an item and for the site those used least recently go', async () => {
  const [one, two] = [await aVideo(), await aVideo()];
  const keys: string[] = [];
  for (const [n, mediaId] of [one.mediaId, one.mediaId, one.mediaId, two.mediaId, two.mediaId].entries())
    keys.push(await clip(mediaId, { n, usedMs: 1_000 * n }));
  expect(await sweep({ ofItem: 2, ofSite: 9 })).toMatchObject({ removed: 1 });
  expect(await left(...keys)).toEqual([1, 2, 3, 4]);
  expect(await sweep({ ofItem: 2, ofSite: 3 })).toMatchObject({ removed: 1 });
  expect(await left(...keys)).toEqual([2, 3, 4]);
  await row(world.em())`delete from clips`;
});

test('clips go with their item, with their video, and when the item is taken down', async () => {
  const [deleted, cleared, down, stays] = [await aVideo(), await aVideo(), await aVideo(), await aVideo()];
  const admin = world.member(await world.person({ isAdmin: true }));
  const keys: string[] = [];
  for (const { mediaId } of [deleted, cleared, down, stays])
    keys.push(await clip(mediaId, { askedMs: -1_000 }));
  await deleteContent(world.member(deleted.creator), deleted.id);
  await row(world.em())`update media set status = 'removed', content_id = null where id = ${cleared.mediaId}`;
  await admin.em.transactional((em) => takeDown(admin, em, down.id, 'stolen'));
  expect(await sweep()).toEqual({ removed: 3, failed: 0 });
  expect(await left(...keys)).toEqual([3]);
  // What its buyers ask for after that stays.
  later(1_000);
  const anew = await clip(down.mediaId);
  expect(await sweep()).toEqual({ removed: 0, failed: 0 });
  expect(await left(anew)).toEqual([0]);
  await row(world.em())`delete from clips`;
});

test('one that failed or was never cut goes after an hour, one that waits or is being cut stays', async () => {
  const { mediaId } = await aVideo();
  const states = ['failed', 'waiting', 'failed', 'waiting', 'cutting'];
  const keys: string[] = [];
  for (const [n, state] of states.entries())
    keys.push(await clip(mediaId, { n, state, askedMs: n < 2 || n === 4 ? -3_700_000 : -1_000 }));
  await sweep();
  const found = await rows<{ key: string }>(world.em())`select key from clips order by from_ms`;
  expect(found.map(({ key }) => keys.indexOf(key))).toEqual([2, 3, 4]);
  await row(world.em())`delete from clips`;
});

test('what a store fails to remove stays for the next sweep', async () => {
  const { mediaId } = await aVideo();
  const key = await clip(mediaId, { usedMs: -31 * dayMs });
  const { media } = world.scope();
  const away = { ...media, remove: () => Promise.reject(new Error('away')) };
  expect(await sweepClips(scope(), away)).toEqual({ removed: 0, failed: 1, error: new Error('away') });
  expect(await left(key)).toEqual([0]);
  expect(await sweep()).toEqual({ removed: 1, failed: 0 });
  expect(await left(key)).toEqual([]);
});

test('the comparison of stores and rows knows clips, and forgets those whose files are lost', async () => {
  const { mediaId } = await aVideo();
  const [kept, lost] = [await clip(mediaId, { n: 1 }), await clip(mediaId, { n: 2 })];
  const { media } = world.scope();
  await media.remove(lost);
  for (const days of [0, 1, 1]) {
    later(days * dayMs);
    await sweepStores(scope(), { media, stores: [media] });
  }
  expect(await left(kept, lost)).toEqual([0]);
});
