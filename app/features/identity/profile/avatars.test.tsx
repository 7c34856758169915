import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { renderToStaticMarkup } from 'react-dom/server';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FakeS3, startS3 } from '../../../../tests/support/fake-s3/fake.ts';
import { row } from '../../../../tests/support/sql.ts';
import { testWorld } from '../../../../tests/support/world.ts';
import { bothStores } from '../../../media/both-stores.server.ts';
import type { MediaStore, Variant } from '../../../media/media.ts';
import { s3Store } from '../../../media/s3/s3-store.server.ts';
import type { Viewer } from '../../../scope.ts';
import { Avatar } from '../../../ui/pictures/avatar.tsx';
import { mayServe } from '../../core/media/media-gate.server.ts';
import { moveToLocal, moveToRemote } from '../../core/media/move-media.server.ts';
import { profileImage } from '../../core/media/pictures.server.ts';
import { makeMissingAvatars } from './make-avatars.server.ts';
import { action } from './picture.page.tsx';

const world = testWorld();
let s3: FakeS3;
beforeAll(async () => {
  s3 = await startS3();
});
afterAll(() => s3.stop());

/** Nothing takes more bytes than noise. */
const noise = (side: number) =>
  sharp({
    create: {
      width: side,
      height: side,
      channels: 3,
      background: '#000',
      noise: { type: 'gaussian', mean: 128, sigma: 120 },
    },
  })
    .png()
    .toBuffer();

async function setPicture(viewer: Viewer, bytes: Buffer) {
  const body = new FormData();
  body.append('picture', new Blob([new Uint8Array(bytes)]), 'me.png');
  body.append('focus', 'middle');
  await world.send(action, viewer, '/profile/picture', {}, { method: 'POST', body });
  const found = await row<{ key: string }>(world.em())`
    select profile_image_key as key from users where id = ${viewer.id}`;
  return found?.key ?? '';
}

async function servedTo(viewer: Viewer | null, key: string, variant: Variant, media?: MediaStore) {
  const scope = world.scope(viewer);
  const file = await mayServe({ ...scope, media: media ?? scope.media }, { key, variant, isSigned: false });
  return file && (typeof file.from === 'string' ? readFileSync(file.from) : bytesOf(file.from));
}
async function bytesOf(from: Exclude<NonNullable<Awaited<ReturnType<typeof mayServe>>>['from'], string>) {
  const passing = await from.open({ method: 'GET', range: null, signal: new AbortController().signal });
  return passing?.body ? Buffer.from(await new Response(passing.body).arrayBuffer()) : null;
}
const widthOf = async (bytes: Buffer | null) => (bytes ? (await sharp(bytes).metadata()).width : null);

/** As a picture was stored before avatars had sizes of their own. */
async function makeOld(key: string, media = world.scope().media) {
  await media.remove(key, ['48.webp', '96.webp']);
  await row(world.em())`update media set widths = widths[3:] where key = ${key}`;
}
const making = (media = world.scope().media) => {
  const { tempDir } = world.scope();
  return { media, tempDir };
};

test('the avatars of 24 cards cost at most 24 kB, whatever the pictures show', async () => {
  for (const side of [48, 200, 600]) {
    const key = await setPicture(await world.person(), await noise(side));
    const markup = renderToStaticMarkup(
      <Avatar userId={1} imageUrl={profileImage(world.scope(), key)} size="small" />,
    );
    const [, asked, variant] = /src="\/media\/(\w+)\/([\w.]+)"/.exec(markup) ?? [];
    const bytes = await servedTo(null, asked ?? '', variant as Variant);
    expect([asked, variant, await widthOf(bytes)]).toEqual([key, '48.webp', 48]);
    expect(24 * (bytes?.length ?? Infinity)).toBeLessThanOrEqual(24_000);
    expect((await servedTo(null, key, '96.webp'))?.length).toBeLessThanOrEqual(2_500);
  }
});

test('a picture from before is shown in its usual size until the job has made the others, once', async () => {
  const key = await setPicture(await world.person(), await noise(400));
  await setPicture(await world.person(), await noise(400));
  await makeOld(key);
  expect(await widthOf(await servedTo(null, key, '48.webp'))).toBe(320);
  expect(await makeMissingAvatars({ em: world.em() }, making())).toBe(1);
  expect(await widthOf(await servedTo(null, key, '48.webp'))).toBe(48);
  expect(await widthOf(await servedTo(null, key, '96.webp'))).toBe(96);
  expect(await makeMissingAvatars({ em: world.em() }, making())).toBe(0);
});

test('also of a picture in an S3 store, and they move with it', async () => {
  const key = await setPicture(await world.person(), await noise(400));
  const localStore = world.scope().media;
  const remoteStore = s3Store(s3.settings, {
    secret: 'a secret of at least thirty-two characters',
    now: () => new Date(),
  });
  const media = bothStores(localStore, remoteStore, (gone) => remoteStore.remove(gone), 'remote');
  const tempDir = join(world.scope().tempDir, 'moving');
  mkdirSync(tempDir, { recursive: true });
  const stores = { localStore, remoteStore, tempDir, movesToRemote: true };
  await makeOld(key);
  await moveToRemote(world.em(), stores);
  expect(await widthOf(await servedTo(null, key, '48.webp', media))).toBe(320);
  expect(await makeMissingAvatars({ em: world.em() }, making(media))).toBe(1);
  expect(await remoteStore.stat(key, '48.webp')).toMatchObject({ bytes: expect.any(Number) });
  expect(await widthOf(await servedTo(null, key, '48.webp', media))).toBe(48);
  await moveToLocal(world.em(), stores);
  expect(await localStore.stat(key, '48.webp')).not.toBeNull();
});

test('the sizes follow the rule of their picture: those of a suspended member are no one’s', async () => {
  const viewer = await world.person();
  const key = await setPicture(viewer, await noise(100));
  const served = async () =>
    Promise.all(
      (['48.webp', '96.webp'] as const).map(async (size) => (await servedTo(null, key, size)) !== null),
    );
  expect(await served()).toEqual([true, true]);
  await row(world.em())`update users set status = 'suspended' where id = ${viewer.id}`;
  expect(await served()).toEqual([false, false]);
});

test('the job leaves nothing of a picture that was replaced while it worked', async () => {
  const viewer = await world.person();
  const key = await setPicture(viewer, await noise(100));
  await makeOld(key);
  const { media } = world.scope();
  const replacing: MediaStore = {
    ...media,
    async fetchTo(...asked) {
      const found = await media.fetchTo(...asked);
      await setPicture({ ...viewer, profileImageKey: key }, await noise(100));
      return found;
    },
  };
  expect(await makeMissingAvatars({ em: world.em() }, making(replacing))).toBe(0);
  expect(await media.stat(key, '48.webp')).toBeNull();
});
