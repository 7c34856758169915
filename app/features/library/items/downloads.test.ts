import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { form as filesForm, picture } from '../../../../tests/support/media/upload-form.ts';
import { row } from '../../../../tests/support/sql.ts';
import { formPost, testWorld } from '../../../../tests/support/world.ts';
import { type DownloadRight, downloadRights } from '../../../domain/content-terms.ts';
import type { MediaStore } from '../../../media/media.ts';
import type { Viewer } from '../../../scope.ts';
import { mayServe } from '../../core/media/media-gate.server.ts';
import * as editPage from '../authoring/edit.page.tsx';
import * as uploadPage from '../authoring/upload.page.tsx';
import * as analytics from '../studio/analytics.page.tsx';
import * as itemPage from './content.page.tsx';
import * as save from './download.api.ts';

const world = testWorld();
/** A store that has a local path for every file. */
const anyFile = (media: MediaStore): MediaStore => ({ ...media, localPath: async () => '/a/file' });

async function saved(downloads: DownloadRight, { buyer }: { buyer?: Viewer } = {}) {
  const creator = await world.person({ plan: 'vip' });
  const id = await world.item({ creator: creator.id, hasPicture: true, priceCents: 499 });
  await row(world.em())`update content set downloads = ${downloads} where id = ${id}`;
  if (buyer) await world.bought(buyer, id);
  const media = await row<{ id: number; key: string }>(
    world.em(),
  )`select id, key from media where content_id = ${id}`;
  const params = { id: String(id), mediaId: String(media?.id) };
  const path = `/content/${id}/media/${params.mediaId}/download`;
  const download = (viewer: Viewer | null, init?: RequestInit) =>
    world.send(save.loader, viewer, path, params, init);
  return { creator, id, key: media?.key ?? '', download };
}

const counted = async (id: number) =>
  (await row<{ n: number }>(world.em())`select downloads as n from content_stats where content_id = ${id}`)
    ?.n;

/** Who may save an item under each choice of its creator. */
const allowed: Record<DownloadRight, string[]> = {
  members: ['premium', 'vip', 'buyer', 'creator', 'admin'],
  buyers: ['buyer', 'creator', 'admin'],
  nobody: ['creator', 'admin'],
};

describe.each(downloadRights)('an item that its creator lets %s save', (downloads) => {
  test('is saved by these viewers only; page, address and bytes agree, and others read why', async () => {
    const buyer = await world.person();
    const { creator, id, key, download } = await saved(downloads, { buyer });
    const people: Record<string, Viewer> = { buyer, creator, admin: await world.person({ isAdmin: true }) };
    for (const plan of ['free', 'premium', 'vip'] as const) people[plan] = await world.person({ plan });
    for (const [who, viewer] of Object.entries(people)) {
      const isAllowed = allowed[downloads].includes(who);
      const answer = await download(viewer);
      expect([who, answer.status]).toEqual([who, isAllowed ? 303 : 403]);
      if (!isAllowed) expect(await answer.text(), who).toMatch(/[Dd]ownload/);
      const shown = await world.send(itemPage.loader, viewer, `/content/${id}`, { id: String(id) });
      expect([who, (await shown.json()).item.mayDownload]).toEqual([who, isAllowed]);
      const scope = world.scope(viewer);
      const query = new URLSearchParams('download=1');
      const asked = { key, variant: '640.jpg', isSigned: true, query } as const;
      const file = await mayServe({ ...scope, media: anyFile(scope.media) }, asked);
      expect([who, file !== null]).toEqual([who, isAllowed]);
    }
    expect((await download(null)).headers.get('location')).toMatch(/^\/auth/);
  });
});

test('a download counts once a member, item and day, for its creator to see; never their own or a prefetch', async () => {
  const { creator, id, download } = await saved('members');
  const fan = await world.person({ plan: 'premium' });
  await download(fan, { headers: { 'sec-purpose': 'prefetch' } });
  await download(fan, { method: 'HEAD' });
  await download(creator);
  expect(await counted(id)).toBe(0);
  await Promise.all([download(fan), download(fan), download(fan)]);
  expect(await counted(id)).toBe(1);
  const day = world.clock.at;
  world.clock.at = new Date(day.getTime() + 86_400_000);
  await download(fan);
  expect(await counted(id)).toBe(2);
  world.clock.at = day;
  const shown = await (await world.send(analytics.loader, creator, '/studio/analytics')).json();
  expect(shown.best[0].downloads).toBe(2);
});

test('creators choose at the upload and later, and buyers keep what they bought', async () => {
  const creator = await world.person({ plan: 'vip' });
  const words = { title: 'Knee cut', category: 'technique', tier: 'free' };
  const parts = filesForm([
    ...Object.entries({ ...words, downloads: 'buyers' }),
    ['files', await picture(), 'a.png'],
  ]);
  expect((await world.send(uploadPage.action, creator, '/upload', {}, parts)).status).toBe(303);
  const item = await row<{ id: number; downloads: string }>(world.em())`
    select id, downloads from content where creator_id = ${creator.id}`;
  expect(item?.downloads).toBe('buyers');
  const id = item?.id ?? 0;
  const edit = async (fields: Record<string, string>) => {
    const posted = formPost({ ...words, ...fields });
    const path = `/content/${id}/edit`;
    const answer = await world.send(editPage.action, creator, path, { id: String(id) }, posted);
    const listed = await row<{ downloads: string }>(
      world.em(),
    )`select downloads from content where id = ${id}`;
    return [answer.status, listed?.downloads];
  };
  expect(await edit({ downloads: 'nobody' })).toEqual([303, 'nobody']);
  expect(await edit({})).toEqual([303, 'nobody']);
  expect(await edit({ downloads: 'everybody' })).toEqual([422, 'nobody']);
  expect(await edit({ downloads: 'members' })).toEqual([303, 'members']);
  await world.bought(await world.person(), id);
  expect(await edit({ downloads: 'nobody' })).toEqual([422, 'members']);
  expect(await edit({ downloads: 'buyers' })).toEqual([303, 'buyers']);
});

test('a large picture is saved in its full size, re-encoded and without its location, only by those who may', async () => {
  const creator = await world.person();
  const photo = await sharp({ create: { width: 1600, height: 2400, channels: 3, background: '#8a5' } })
    .withExif({ IFD0: { Copyright: 'Ana' }, IFD3: { GPSLatitude: '52/1 30/1 0/1', GPSLatitudeRef: 'N' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
  const words: [string, string][] = [
    ['title', 'Poster'],
    ['category', 'technique'],
    ['tier', 'free'],
  ];
  const parts = filesForm([...words, ['files', new Blob([new Uint8Array(photo)]), 'a.jpg']]);
  expect((await world.send(uploadPage.action, creator, '/upload', {}, parts)).status).toBe(303);
  const media = await row<{ id: number; key: string; item: number }>(world.em())`
    select id, key, content_id as item from media where owner_id = ${creator.id}`;
  const params = { id: String(media?.item), mediaId: String(media?.id) };
  const path = `/content/${params.id}/media/${params.mediaId}/download`;
  const premium = await world.person({ plan: 'premium' });
  const key = media?.key ?? '';
  const target = (await world.send(save.loader, premium, path, params)).headers.get('location');
  expect(target).toMatch(new RegExp(`^/media/${key}/full\\.jpg\\?.*download=1`));
  const serve = (viewer: Viewer | null, isSigned: boolean, query = '') =>
    mayServe(world.scope(viewer), { key, variant: 'full.jpg', isSigned, query: new URLSearchParams(query) });
  const file = await serve(premium, true, 'download=1');
  const facts = await sharp(String(file?.from)).metadata();
  expect([facts.width, facts.height, facts.exif]).toEqual([2400, 1600, undefined]);
  const free = await world.person();
  for (const [viewer, isSigned] of [
    [null, false],
    [free, true],
    [premium, false],
  ] as const) {
    expect(await serve(viewer, isSigned), 'free for everybody to look at, not to save').toBeNull();
    expect(await serve(viewer, isSigned, 'download=1')).toBeNull();
  }
});
