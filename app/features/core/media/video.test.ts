import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { row } from '../../../../tests/support/sql.ts';
import { testWorld } from '../../../../tests/support/world.ts';
import type { Tier } from '../../../domain/tiers.ts';
import { canConvert } from '../../../media/ffmpeg.server.ts';
import type { MediaStore, VideoState } from '../../../media/media.ts';
import type { Viewer } from '../../../scope.ts';
import { loader as itemPage } from '../../library/items/content.page.tsx';
import { loader as save } from '../../library/items/download.api.ts';
import { findItem } from '../../library/items/item.server.ts';
import { itemJson } from '../../library/items/item-json.server.ts';
import { mayServe } from './media-gate.server.ts';
import type { MediaRow } from './pictures.server.ts';
import { stateOfVideo, videoWork } from './video-view.server.ts';

const world = testWorld();
/** A store that has a local path for every file. */
const anyFile = (media: MediaStore): MediaStore => ({ ...media, localPath: async () => '/a/file' });

interface Shape {
  tier?: Tier;
  mime?: string;
  state?: VideoState | null;
  steps?: number[];
  progress?: number | null;
  title?: string;
}

async function video(creator: Viewer, { mime = 'video/mp4', state = null, steps = [], ...more }: Shape = {}) {
  const { tier = 'free', title = 'Knee cut' } = more;
  const id = await world.item({ creator: creator.id, tier, title, contentType: 'video' });
  const key = randomBytes(16).toString('hex');
  const made = await row<{ id: number }>(world.em())`
    insert into media (key, owner_id, content_id, kind, status, mime, width, height, bytes, color, widths,
      video_state, video_progress, video_steps)
    values (${key}, ${creator.id}, ${id}, 'video', 'ready', ${mime}, 1920, 1080, 9, '#aabbcc', '{320,640,1280}',
      ${state}, ${more.progress ?? null}, ${steps}::int[]) returning id`;
  return { id, key, mediaId: made?.id ?? 0 };
}

const look = async (viewer: Viewer | null, id: number, query = '', headers = {}) => {
  const answer = await world.send(
    itemPage,
    viewer,
    `/content/${id}${query}`,
    { id: String(id) },
    { headers },
  );
  const { item } = (await answer.json()) as { item: Parameters<typeof shown>[0] };
  return { video: shown(item), refresh: answer.headers.get('refresh') };
};
type Seen = NonNullable<
  Awaited<ReturnType<typeof import('../../library/items/item-view.server.ts').itemView>>
>['media'];
const shown = ({ media }: { media: Seen }) => {
  const [first] = media;
  if (!first?.video) throw new Error('No video');
  return first.video;
};
const variantsOf = (sources: { src: string }[]) => sources.map(({ src }) => src.split('/')[3]?.split('?')[0]);

test('while it is being prepared the page shows no player, and does not reload by itself', async () => {
  const creator = await world.person();
  const { id } = await video(creator, { mime: 'video/quicktime', state: 'converting', progress: 40 });
  const { video: seen, refresh } = await look(creator, id);
  expect(seen).toMatchObject({ state: 'preparing', progress: 40, sources: [] });
  expect(refresh).toBeNull();
  expect((await videoWork(world.em(), [id], true)).get(id)).toBe('Processing the video … 40 %');
});

test('the large size is the default; the small one comes by a link or with Save-Data', async () => {
  const creator = await world.person();
  const { id } = await video(creator, { state: 'done', steps: [480, 1080] });
  const plain = await look(null, id);
  expect(variantsOf(plain.video.sources)).toEqual(['1080p.mp4', '480p.mp4']);
  expect(plain.refresh).toBeNull();
  expect(plain.video.qualities.map(({ size, isCurrent }) => [size, isCurrent])).toEqual([
    ['854 × 480', false],
    ['1920 × 1080', true],
  ]);
  const small = ['480p.mp4', '1080p.mp4'];
  expect(variantsOf((await look(null, id, '?quality=small')).video.sources)).toEqual(small);
  expect(variantsOf((await look(null, id, '', { 'save-data': 'on' })).video.sources)).toEqual(small);
  const asked = await look(null, id, '?quality=large', { 'save-data': 'on' });
  expect(variantsOf(asked.video.sources)).toEqual(['1080p.mp4', '480p.mp4']);
  const json = itemJson(world.scope(), await findItem(world.scope(), id));
  expect(json.videoUrl).toMatch(/1080p\.mp4$/);
});

test('the state of a video that is not converted depends on its type', () => {
  const of = (mime: string, videoState: VideoState | null, converts: boolean) =>
    stateOfVideo({ mime, videoState } as MediaRow, converts);
  expect(of('video/mp4', 'failed', true)).toBe('plays');
  expect(of('video/webm', 'failed', true)).toBe('plays');
  expect(of('video/quicktime', 'failed', true)).toBe('file');
  expect(of('video/x-msvideo', 'failed', true)).toBe('file');
  expect(of('video/mp4', 'waiting', true)).toBe('preparing');
  expect(of('video/mp4', 'waiting', false)).toBe('plays');
  expect(of('video/quicktime', 'waiting', false)).toBe('plays');
  expect(of('video/x-msvideo', 'waiting', false)).toBe('file');
  expect(of('video/webm', null, true)).toBe('plays');
});

test('the best file is for premium and up, buyers, the creator and admins, and access is checked again', async () => {
  const creator = await world.person();
  const title = '../Knee/cut: "fast" <1>';
  const place = await video(creator, { state: 'done', steps: [480, 1080], title });
  const buyer = await world.person();
  await world.bought(buyer, place.id);
  const people: [string, Viewer | null, boolean][] = [
    ['visitor', null, false],
    ['free', await world.person(), false],
    ['buyer', buyer, true],
    ['premium', await world.person({ plan: 'premium' }), true],
    ['vip', await world.person({ plan: 'vip' }), true],
    ['creator', creator, true],
    ['admin', await world.person({ isAdmin: true }), true],
  ];
  for (const [name, viewer, allowed] of people) {
    const path = `/content/${place.id}/media/${place.mediaId}/download`;
    const params = { id: String(place.id), mediaId: String(place.mediaId) };
    const answer = await world.send(save, viewer, path, params);
    const target = answer.headers.get('location') ?? '';
    if (allowed) expect(target, name).toMatch(new RegExp(`^/media/${place.key}/video\\.mp4\\?.*download=1`));
    else if (viewer) expect([name, answer.status]).toEqual([name, 403]);
    else expect(target).toMatch(/^\/auth/);
    const scope = world.scope(viewer);
    const ask = (variant: 'video.mp4' | '480p.mp4', query: string, isSigned = viewer !== null) =>
      mayServe(
        { ...scope, media: anyFile(scope.media) },
        { key: place.key, variant, isSigned, query: new URLSearchParams(query) },
      );
    expect((await ask('video.mp4', 'download=1')) !== null, name).toBe(allowed);
    expect((await ask('video.mp4', '')) !== null, name).toBe(allowed);
    expect((await ask('480p.mp4', 'download=1')) !== null, name).toBe(allowed);
    expect(await ask('video.mp4', 'download=1', false), name).toBeNull();
    expect(await ask('480p.mp4', '', false), name).toMatchObject({ isPublic: true });
    if (allowed) {
      expect(await ask('video.mp4', 'download=1')).toMatchObject({
        downloadName: 'Knee cut fast 1.mp4',
        isPublic: false,
      });
    }
  }
});

test.skipIf(!canConvert())(
  'while a video is being prepared, the uploaded file is for those who may save it',
  async () => {
    const creator = await world.person();
    const place = await video(creator, { mime: 'video/quicktime', state: 'waiting' });
    const json = itemJson(world.scope(), await findItem(world.scope(), place.id));
    expect(json.videoUrl).toBeNull();
    const ask = (viewer: Viewer | null, state: VideoState, isSigned: boolean) =>
      row(world.em())`update media set video_state = ${state} where key = ${place.key}`.then(() =>
        mayServe(
          { ...world.scope(viewer), media: anyFile(world.scope().media) },
          { key: place.key, variant: 'video.mov', isSigned },
        ),
      );
    for (const state of ['waiting', 'converting'] as const) {
      expect(await ask(null, state, false), state).toBeNull();
      expect(await ask(await world.person(), state, true), state).toBeNull();
      expect(await ask(creator, state, true), state).toMatchObject({ isPublic: false });
    }
    expect(await ask(null, 'failed', false)).toMatchObject({ isPublic: true });
  },
);

test('a premium member may save no file of a VIP item', async () => {
  const place = await video(await world.person(), { tier: 'vip', state: 'done', steps: [480] });
  const premium = await world.person({ plan: 'premium' });
  const scope = world.scope(premium);
  const asked = { key: place.key, isSigned: true, query: new URLSearchParams('download=1') };
  for (const variant of ['video.mp4', '480p.mp4', '1280.jpg'] as const)
    expect(await mayServe({ ...scope, media: anyFile(scope.media) }, { ...asked, variant })).toBeNull();
});
