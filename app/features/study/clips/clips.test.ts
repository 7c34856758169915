import { beforeAll, describe, expect, test } from 'vitest';
import { videoItem } from '../../../../tests/support/media/video-item.ts';
import { simultaneously } from '../../../../tests/support/simultaneous.ts';
import { row, rows } from '../../../../tests/support/sql.ts';
import { formPost, jsonCall, testWorld } from '../../../../tests/support/world.ts';
import { ConflictError } from '../../../db/retry-on-conflict.server.ts';
import { canConvert } from '../../../media/ffmpeg.server.ts';
import type { Viewer } from '../../../scope.ts';
import { cutClips } from '../../core/media/cut-clips.server.ts';
import { limits } from '../../core/rate-limits/limits.ts';
import type { Loop } from './clip.schema.ts';
import * as call from './clips.api.ts';
import { askForClip, type Clip } from './clips.server.ts';
import * as loopPage from './loop.page.tsx';
import { loopPath } from './loop.ts';
import * as button from './make-clip.action.ts';

const world = testWorld();
let creator: Viewer;
beforeAll(async () => {
  creator = await world.person({ username: 'filmer' });
});

type Item = Awaited<ReturnType<typeof videoItem>>;
const loopOf = ({ mediaId }: Item, more: Partial<Loop> = {}): Loop => ({
  mediaId,
  from: 0.5,
  to: 1.5,
  speed: 0.5,
  ...more,
});
const paramsOf = ({ id }: Item) => ({ id: String(id) });
const post = (viewer: Viewer | null, item: Item, body: unknown) =>
  world.send(call.action, viewer, `/api/content/${item.id}/clips`, paramsOf(item), jsonCall('POST', body));
const get = (viewer: Viewer | null, item: Item, { mediaId, from, to, speed }: Loop) =>
  world.send(
    call.loader,
    viewer,
    `/api/content/${item.id}/clips?mediaId=${mediaId}&from=${from}&to=${to}&speed=${speed}`,
    paramsOf(item),
  );
const press = (viewer: Viewer | null, item: Item, fields: Record<string, unknown>) => {
  const texts = Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, String(value)]));
  return world.send(button.action, viewer, `/content/${item.id}/loop/clip`, paramsOf(item), formPost(texts));
};
const open = (viewer: Viewer | null, item: Item, query: string) =>
  world.send(loopPage.loader, viewer, `/content/${item.id}/loop?${query}`, paramsOf(item));
/** Does the job until no clip waits. */
async function cut() {
  const { media, tempDir } = world.scope();
  const waiting = () => rows(world.em())`select 1 from clips where state = 'waiting'`;
  while ((await waiting()).length > 0)
    await cutClips({ em: world.em(), now: () => world.clock.at }, { media, tempDir });
}
const clipsOf = ({ mediaId }: Item) =>
  rows<{ key: string; state: string }>(world.em())`select key, state from clips where media_id = ${mediaId}`;
const queued = async () =>
  (await rows(world.em())`select 1 from graphile_worker.jobs where task_identifier = 'cut-clips'`).length;

describe.skipIf(!canConvert())('asking for a clip (needs ffmpeg)', () => {
  test('a thousand times at once makes one clip and one job, and every answer says so', async () => {
    const item = await videoItem(world, { creator });
    const members = await Promise.all(Array.from({ length: 20 }, () => world.person()));
    // As many at once as the site works on; the others wait at its door (ADR-066).
    const outcomes = await simultaneously(40, async (n) => {
      const asked: Clip[] = [];
      while (asked.length < 25)
        asked.push((await askForClip(world.member(members[n % 20] as Viewer), item.id, loopOf(item))).clip);
      return asked;
    });
    const asked = outcomes.flatMap(({ value, error }) => value ?? [{ key: String(error), state: 'failed' }]);
    expect(asked).toHaveLength(1_000);
    expect(asked.filter(({ state }) => state !== 'waiting')).toEqual([]);
    const [clip, ...more] = await clipsOf(item);
    expect([clip?.state, more]).toEqual(['waiting', []]);
    expect(new Set(asked.map(({ key }) => key))).toEqual(new Set([clip?.key]));
    expect(await queued()).toBe(1);
    await cut();
    expect(await clipsOf(item)).toEqual([{ key: clip?.key, state: 'ready' }]);
  });

  test('as a form and as JSON is the same clip; the page shows it to visitors of a free item, too', async () => {
    const item = await videoItem(world, { creator });
    const member = await world.person();
    const loop = loopOf(item);
    const path = loopPath(item.id, loop);
    const query = path.split('?')[1] ?? '';
    expect((await (await open(member, item, query)).json()).shown.clip).toEqual({
      state: 'none',
      before: null,
      url: null,
    });
    expect((await get(member, item, loop)).status).toBe(404);
    const pressed = await press(member, item, loop);
    expect([pressed.status, pressed.headers.get('location')]).toEqual([303, path]);
    const asked = await post(await world.person(), item, { ...loop, from: '0.5', to: '0:01.5' });
    expect(asked.status).toBe(202);
    expect(await asked.json()).toEqual({ ...loop, state: 'waiting', before: 0, url: null, page: path });
    const waiting = await (await open(member, item, query)).json();
    expect([waiting.shown.clip, waiting.refreshSeconds]).toEqual([
      { state: 'waiting', before: 0, url: null },
      4,
    ]);
    expect(await clipsOf(item)).toHaveLength(1);
    await cut();
    const [clip] = await clipsOf(item);
    const url = `/media/${clip?.key}/clip.mp4`;
    expect((await post(member, item, loop)).status).toBe(200);
    expect(await (await get(null, item, loop)).json()).toMatchObject({ state: 'ready', url });
    const shown = await (await open(null, item, query)).json();
    expect([shown.shown.clip, shown.refreshSeconds]).toEqual([{ state: 'ready', before: null, url }, null]);
  });

  test.each([
    [{ from: 1.5, to: 1.5 }, 'The end must come after the start.'],
    [{ from: 0, to: 10.1 }, 'A loop has at most 10 seconds.'],
    [{ from: 3, to: 4.1 }, 'The video ends at 0:04.'],
    [{ from: 4, to: 4.5 }, 'The video ends at 0:04.'],
    [{ from: 99_999, to: 100_000 }, /^Write a time in seconds/],
    [{ from: 0.55, to: 1 }, /^Write a time in seconds/],
    [{ from: -1, to: 1 }, /^Write a time in seconds/],
    [{ from: 'soon', to: 1 }, /^Write a time in seconds/],
    [{ speed: 3 }, 'Choose the speed: 1, 0.5 or 0.25.'],
  ])('with %o is refused by call, button and page in the same words', async (wrong, words) => {
    const item = await videoItem(world, { creator });
    const member = await world.person();
    const said = typeof words === 'string' ? words : expect.stringMatching(words);
    const asked = { ...loopOf(item), ...wrong };
    const refused = await post(member, item, asked);
    expect([refused.status, (await refused.json()).message]).toEqual([422, said]);
    expect((await press(member, item, asked)).headers.get('set-cookie')).toContain('flash=');
    const page = await open(null, item, `from=${asked.from}&to=${asked.to}&speed=${asked.speed}`);
    const { shown } = await page.json();
    expect([page.status, shown.loop, shown.clip]).toEqual([422, null, null]);
    expect(Object.values(shown.errors).flat()).toContainEqual(said);
    expect(shown.written).toMatchObject({ from: String(asked.from) });
    expect(await clipsOf(item)).toEqual([]);
  });

  test('takes a time as the player shows it; with a start alone a loop has five seconds', async () => {
    const item = await videoItem(world, { creator, seconds: 9 });
    const { shown } = await (await open(null, item, 'from=0:02,5')).json();
    expect(shown.loop).toEqual({ mediaId: item.mediaId, from: 2.5, to: 7.5, speed: 1 });
    expect((await open(null, item, '')).status).toBe(200);
    expect((await open(null, item, 'media=999999&from=1')).status).toBe(404);
  });

  test('of a video that is being prepared, or of another item, is refused', async () => {
    const [item, other] = [await videoItem(world, { creator }), await videoItem(world, { creator })];
    const member = await world.person();
    expect((await post(member, item, loopOf(other))).status).toBe(404);
    await row(world.em())`update media set video_state = 'waiting' where id = ${item.mediaId}`;
    expect((await post(member, item, loopOf(item))).status).toBe(409);
    expect(await clipsOf(item)).toEqual([]);
  });

  test('has an allowance; what exists already costs none of it', async () => {
    const item = await videoItem(world, { creator, seconds: 5 });
    const member = await world.person();
    world.rates.scale = 1;
    try {
      const { most } = limits.clip;
      const distinct = Array.from({ length: most + 1 }, (_, n) =>
        loopOf(item, { from: 0, to: (10 + n) / 10 }),
      );
      for (const loop of distinct.slice(0, most)) {
        expect((await post(member, item, loop)).status).toBe(202);
        await row(world.em())`update clips set state = 'ready', asked_by_id = null where state = 'waiting'`;
      }
      expect((await post(member, item, distinct[0])).status).toBe(200);
      const refused = await post(member, item, distinct[most]);
      expect([refused.status, refused.headers.has('retry-after')]).toEqual([429, true]);
      expect(await clipsOf(item)).toHaveLength(most);
    } finally {
      world.rates.scale = 10_000;
      await row(world.em())`delete from clips`;
    }
  });

  test('five of a member may wait; the sixth is refused, as JSON and as a form, and says what to do', async () => {
    const item = await videoItem(world, { creator });
    const [member, other] = [await world.person(), await world.person()];
    const loops = Array.from({ length: 8 }, (_, n) => loopOf(item, { from: 0, to: (10 + n) / 10 }));
    const words = 'Five of your clips wait to be cut. Please ask for this one when one of them is ready.';
    world.rates.scale = 1;
    try {
      const answers = await simultaneously(7, (n) => post(member, item, loops[n]));
      const statuses = answers.map(({ value }) => value?.status).toSorted();
      expect(statuses).toEqual([202, 202, 202, 202, 202, 429, 429]);
      const refused = await post(member, item, loops[7]);
      expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '10']);
      expect((await refused.json()).message).toBe(words);
      const pressed = await press(member, item, loops[7] ?? {});
      expect(decodeURIComponent(pressed.headers.get('set-cookie') ?? '')).toContain('flash=');
      expect((await clipsOf(item)).length).toBe(5);
      expect((await post(other, item, loops[7])).status).toBe(202);
      await row(world.em())`update clips set state = 'ready', asked_by_id = null where id = (
        select id from clips where state = 'waiting' and asked_by_id = ${member.id} limit 1)`;
      const free = loops.slice(0, 7)[answers.findIndex(({ value }) => value?.status === 429)];
      expect((await post(member, item, free)).status).toBe(202);
    } finally {
      world.rates.scale = 10_000;
      await row(world.em())`delete from clips`;
    }
  });

  test('the member with the fewest goes next, and the page says how many come first', async () => {
    const item = await videoItem(world, { creator });
    const [busy, modest] = [await world.person(), await world.person()];
    const loops = [10, 11, 12].map((end) => loopOf(item, { from: 0, to: end / 10 }));
    const [first, second, last] = loops as [Loop, Loop, Loop];
    for (const loop of [first, second]) await post(busy, item, loop);
    expect((await (await post(modest, item, last)).json()).before).toBe(0);
    const before = async (loop: Loop) => (await (await get(null, item, loop)).json()).before;
    expect([await before(first), await before(second)]).toEqual([1, 2]);
    const { media, tempDir } = world.scope();
    const cutOne = () => cutClips({ em: world.em(), now: () => world.clock.at }, { media, tempDir });
    const ready = () =>
      rows(
        world.em(),
      )`select to_ms as end from clips where state = 'ready' and asked_by_id is null order by to_ms`;
    await cutOne();
    expect(await ready()).toEqual([{ end: 1_200 }]);
    await cutOne();
    expect(await ready()).toEqual([{ end: 1_000 }, { end: 1_200 }]);
    await cut();
    expect(await before(second)).toBe(null);
  });

  test('is refused while very many wait', async () => {
    const item = await videoItem(world, { creator });
    await row(world.em())`insert into clips (key, media_id, from_ms, to_ms, slowdown, asked_at, last_used_at)
      select 'k' || n, ${item.mediaId}, n, n + 1, 1, now(), now() from generate_series(1, 100) n`;
    const refused = await post(await world.person(), item, loopOf(item));
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '60']);
    await row(world.em())`delete from clips`;
  });

  test('answers no clip that is not there: one that is removed at once is a conflict', async () => {
    const item = await videoItem(world, { creator });
    const member = world.member(await world.person());
    const run = (statement: string) => world.em().getConnection().execute(statement);
    await run('create function lose_clip() returns trigger language plpgsql as $$ begin return null; end $$');
    await run('create trigger lose_clip before insert on clips for each row execute function lose_clip()');
    try {
      await expect(askForClip(member, item.id, loopOf(item))).rejects.toThrow(ConflictError);
    } finally {
      await run('drop function lose_clip cascade');
    }
    expect((await askForClip(member, item.id, loopOf(item))).clip.state).toBe('waiting');
  });

  test('again after it failed queues it again', async () => {
    const item = await videoItem(world, { creator });
    const member = await world.person();
    await post(member, item, loopOf(item));
    await row(
      world.em(),
    )`update clips set state = 'failed', tries = 2, cut_at = null where media_id = ${item.mediaId}`;
    const query = loopPath(item.id, loopOf(item)).split('?')[1] ?? '';
    expect((await (await open(member, item, query)).json()).shown.clip.state).toBe('failed');
    expect((await post(member, item, loopOf(item))).status).toBe(202);
    await cut();
    expect((await get(member, item, loopOf(item))).status).toBe(200);
  });
});

describe.skipIf(!canConvert())('who may ask for a clip and see that there is one (needs ffmpeg)', () => {
  const opens = { visitor: false, free: false, vip: true, owner: true, admin: true } as const;
  const people = async (): Promise<Record<keyof typeof opens, Viewer | null>> => ({
    visitor: null,
    free: await world.person(),
    vip: await world.person({ plan: 'vip' }),
    owner: creator,
    admin: await world.person({ isAdmin: true }),
  });

  test.each(Object.entries(opens))('of a VIP item: %s, %s', async (who, isOpen) => {
    const item = await videoItem(world, { creator, tier: 'vip' });
    const viewer = (await people())[who as keyof typeof opens];
    const loop = loopOf(item);
    await row(
      world.em(),
    )`insert into clips (key, media_id, from_ms, to_ms, slowdown, state, asked_at, last_used_at)
      values (${`clip of ${item.id}`}, ${item.mediaId}, 500, 1500, 2, 'ready', now(), now())`;
    expect((await get(viewer, item, loop)).status).toBe(isOpen ? 200 : 403);
    const posted = await post(viewer, item, loopOf(item, { speed: 1 }));
    expect(posted.status).toBe(viewer === null ? 401 : isOpen ? 202 : 403);
    const page = await open(viewer, item, loopPath(item.id, loop).split('?')[1] ?? '');
    const { shown, unlock } = await page.json();
    expect([page.status, shown !== null, unlock === null]).toEqual([200, isOpen, isOpen]);
    // A locked page says nothing of the video, also for times that do not fit.
    const beyond = await open(viewer, item, `media=${item.mediaId}&from=50&to=51`);
    expect(beyond.status).toBe(isOpen ? 422 : 200);
    expect(await clipsOf(item)).toHaveLength(isOpen ? 2 : 1);
  });

  test('a draft and a withdrawn item answer as if they were not there', async () => {
    const item = await videoItem(world, { creator });
    const member = await world.person();
    for (const status of ['draft', 'withdrawn']) {
      await row(world.em())`update content set status = ${status} where id = ${item.id}`;
      expect((await get(member, item, loopOf(item))).status).toBe(404);
      expect((await post(member, item, loopOf(item))).status).toBe(404);
      expect((await open(member, item, 'from=1&to=2')).status).toBe(404);
    }
  });
});
