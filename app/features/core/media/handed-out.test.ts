import { describe, expect, test } from 'vitest';
import { twoStoreWorld } from '../../../../tests/support/media/two-stores.ts';
import { row, rows } from '../../../../tests/support/sql.ts';
import { testWorld } from '../../../../tests/support/world.ts';
import { newMediaKey } from '../../../media/make.server.ts';
import { StoreError } from '../../../media/store-error.ts';
import { revokeRemote } from '../../library/items/revoke-remote.server.ts';
import { action as notify } from './cloudinary-notification.api.ts';
import { mayServe } from './media-gate.server.ts';
import { moveToRemote } from './move-media.server.ts';

const world = testWorld();
const carried = twoStoreWorld(world);
const { published, video, served } = carried;
const away = () => moveToRemote(world.em(), carried.stores);

describe('who gets which bytes', () => {
  test('paid bytes are streamed through, never by their address, and not after a plan ends', async () => {
    const fan = await world.person({ plan: 'premium' });
    const { key } = await published(await world.person(), 'premium');
    await away();
    expect(await served(fan, key, '640.jpg')).toBeNull();
    expect(await served(fan, key, '640.jpg', true)).toMatchObject({ open: expect.any(Function) });
    expect(
      await mayServe(
        { ...world.scope(fan), media: carried.both },
        { key, variant: '640.jpg', isSigned: true },
      ),
    ).toMatchObject({ isPublic: false });
    expect(await served({ ...fan, plan: 'free' }, key, '640.jpg', true)).toBeNull();
    expect(await served(null, key, 'teaser.webp')).toMatchObject({
      lasting: expect.stringContaining('e_blur'),
    });
  });

  const done = (key: string) => ({
    notification_type: 'eager',
    public_id: `summa/${key}/video-mp4`,
    eager: [{ secure_url: 'https://res.cloudinary.com/x.m3u8' }],
  });
  const send = async (notification: { raw: string; headers: Record<string, string> }) => {
    const edge = (args: { context: { scope: object } }) =>
      notify({
        ...args,
        context: { ...args.context, scope: { ...args.context.scope, media: carried.both } },
      } as never);
    const init = { method: 'POST', body: notification.raw, headers: notification.headers };
    return (await world.send(edge as never, null, '/api/cloudinary/notification', {}, init)).status;
  };

  test('a signed notification opens the streams of a free video, and never of a paid one', async () => {
    const { id, key } = await published(await world.person());
    await video(key);
    await away();
    expect(await served(null, key, 'stream.m3u8')).toBeNull();
    expect([
      await send(carried.cloudinary.notification(done(key))),
      await send(carried.cloudinary.notification(done(key), { algorithm: 'sha256' })),
    ]).toEqual([200, 200]);
    expect(await served(null, key, 'stream.m3u8')).toMatchObject({
      lasting: expect.stringMatching(/sp_auto\/v1\/summa\/.*\.m3u8$/),
    });
    await row(world.em())`update content set tier = 'vip' where id = ${id}`;
    expect(await served(await world.person({ plan: 'vip' }), key, 'stream.m3u8', true)).toBeNull();
  });

  test('a notification that is forged, old, from the future, not ours or not understood changes nothing', async () => {
    const { key } = await published(await world.person());
    await video(key);
    const hour = 3_600_000;
    const good = carried.cloudinary.notification(done(key));
    expect(await send({ ...good, raw: good.raw.replace('eager', 'eagle') })).toBe(400);
    expect(await send({ ...good, headers: { ...good.headers, 'x-cld-signature': '' } })).toBe(400);
    expect(await send({ raw: good.raw, headers: {} })).toBe(400);
    for (const shift of [-3 * hour, 3 * hour])
      expect(
        await send(carried.cloudinary.notification(done(key), { at: new Date(Date.now() + shift) })),
      ).toBe(400);
    const others = [
      done(newMediaKey()),
      { ...done(key), public_id: '../../x' },
      { notification_type: 'upload' },
      [],
    ];
    for (const other of others) expect(await send(carried.cloudinary.notification(other))).toBe(200);
    const noted = await rows(world.em())`select 1 from media where stream_of is not null and key = ${key}`;
    expect(noted).toEqual([]);
  });
});

describe('an item that stops being public', () => {
  const lastingOf = async (key: string) => {
    const from = await served(null, key, '640.jpg');
    return from && typeof from !== 'string' ? (from.lasting ?? '') : '';
  };
  const orders = (task: string) =>
    rows<{ payload: { contentId?: number; userId?: number; key?: string } }>(world.em())`
      select payload from graphile_worker._private_jobs j
      join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier = ${task} order by j.id`;

  test('queues the revocation of its lasting addresses, which then open nothing', async () => {
    const fan = await world.person({ plan: 'vip' });
    const { id, key } = await published(await world.person());
    await video(key);
    await away();
    const kept = await lastingOf(key);
    expect((await fetch(kept)).status).toBe(200);
    const before = (await orders('revoke-addresses')).length;
    await row(world.em())`update content set title = 'Only its name' where id = ${id}`;
    expect((await orders('revoke-addresses')).slice(before)).toEqual([]);
    await row(world.em())`update content set tier = 'vip' where id = ${id}`;
    expect((await orders('revoke-addresses')).slice(before)).toEqual([{ payload: { contentId: id } }]);

    carried.cloudinary.faults.fail = 99;
    await expect(revokeRemote(world.em(), carried.stores, { contentId: id })).rejects.toThrow(StoreError);
    carried.cloudinary.calm();
    await revokeRemote(world.em(), carried.stores, { contentId: id });
    const renamed = await row<{ key: string }>(world.em())`select key from media where content_id = ${id}`;
    expect(renamed?.key).not.toBe(key);
    expect((await orders('remove-media')).at(-1)?.payload.key).toBe(key);
    await carried.stores.remoteStore.remove(key);
    expect((await fetch(kept)).status).toBe(404);
    for (const _ of ['from here', 'from over there']) {
      expect(await served(fan, renamed?.key ?? '', 'video.mp4', true)).not.toBeNull();
      expect(await carried.both.stat(renamed?.key ?? '', 'video.mp4')).toEqual({ bytes: 7 });
      await away();
    }
  });

  test.each(['suspended', 'withdrawn'])(
    'queues it as well when it is sold and gets %s: its blurred preview was public',
    async (status) => {
      const { id, key } = await published(await world.person(), 'premium');
      await away();
      const from = await served(null, key, 'teaser.webp');
      const kept = from && typeof from !== 'string' ? (from.lasting ?? '') : '';
      expect((await fetch(kept)).status).toBe(200);
      const before = (await orders('revoke-addresses')).length;
      await row(world.em())`update content set status = ${status} where id = ${id}`;
      expect((await orders('revoke-addresses')).slice(before)).toEqual([{ payload: { contentId: id } }]);
      await revokeRemote(world.em(), carried.stores, { contentId: id });
      await carried.stores.remoteStore.remove(key);
      expect((await fetch(kept)).status).toBe(404);
    },
  );

  test('queues it for the picture of a member who gets suspended', async () => {
    const { id } = await world.person();
    const { key } = await published(await world.person());
    // A picture of no item, as profiles have them.
    await row(world.em())`update media set owner_id = ${id}, content_id = null where key = ${key}`;
    await row(world.em())`update users set profile_image_key = ${key} where id = ${id}`;
    await away();
    const kept = await lastingOf(key);
    expect((await fetch(kept)).status).toBe(200);
    const before = (await orders('revoke-addresses')).length;
    await row(world.em())`update users set status = 'suspended' where id = ${id}`;
    expect((await orders('revoke-addresses')).slice(before)).toEqual([{ payload: { userId: id } }]);
    await revokeRemote(world.em(), carried.stores, { userId: id });
    expect((await orders('remove-media')).at(-1)?.payload.key).toBe(key);
    await carried.stores.remoteStore.remove(key);
    expect((await fetch(kept)).status).toBe(404);
    const now = await row<{ key: string }>(
      world.em(),
    )`select profile_image_key as key from users where id = ${id}`;
    expect(now?.key).not.toBe(key);
    await row(world.em())`update users set status = 'active' where id = ${id}`;
    expect(await served(null, now?.key ?? '', '640.jpg')).not.toBeNull();
  });

  test('queues it as well when its creator gives VIPs early access later', async () => {
    const { id, key } = await published(await world.person());
    await away();
    const before = (await orders('revoke-addresses')).length;
    const until = new Date(world.clock.at.getTime() + 60_000);
    await row(world.em())`update content set early_until = ${until} where id = ${id}`;
    await row(world.em())`update content set early_until = ${until}, title = 'The same' where id = ${id}`;
    expect((await orders('revoke-addresses')).slice(before)).toEqual([{ payload: { contentId: id } }]);
    await revokeRemote(world.em(), carried.stores, { contentId: id });
    const renamed = await row<{ key: string }>(world.em())`select key from media where content_id = ${id}`;
    expect(renamed?.key).not.toBe(key);
  });

  test('renames files that were not moved yet, too: the video itself, and sizes that were just made', async () => {
    const { id, key } = await published(await world.person());
    await away();
    await video(key);
    await carried.put(key, '480p.mp4', 'the small size');
    await row(world.em())`update content set tier = 'vip' where id = ${id}`;
    await revokeRemote(world.em(), carried.stores, { contentId: id });
    const now = await row<{ key: string }>(world.em())`select key from media where content_id = ${id}`;
    expect(now?.key).not.toBe(key);
    for (const variant of ['video.mp4', '480p.mp4', '640.webp'] as const)
      expect(await carried.stores.localStore.stat(now?.key ?? '', variant), variant).not.toBeNull();
    expect(await carried.stores.localStore.stat(key, 'video.mp4')).toBeNull();
  });

  test('waits when its video becomes ready at that moment, and loses none of its sizes', async () => {
    const { id, key } = await published(await world.person());
    await away();
    await video(key);
    await row(world.em())`update media set video_state = 'converting' where key = ${key}`;
    await row(world.em())`update content set tier = 'vip' where id = ${id}`;
    const { localStore } = carried.stores;
    const late = new Proxy(localStore, {
      get: (target, name, receiver) =>
        name === 'list'
          ? async function* (of?: string) {
              yield* target.list(of);
              await carried.put(key, '480p.mp4', 'the small size');
              await row(world.em())`update media set video_state = 'done' where key = ${key}`;
            }
          : Reflect.get(target, name, receiver),
    });
    await expect(
      revokeRemote(world.em(), { ...carried.stores, localStore: late }, { contentId: id }),
    ).rejects.toThrow(StoreError);
    await revokeRemote(world.em(), carried.stores, { contentId: id });
    const now = await row<{ key: string }>(world.em())`select key from media where content_id = ${id}`;
    expect(await localStore.stat(now?.key ?? '', '480p.mp4')).toEqual({ bytes: 14 });
  });
});
