import { readdirSync, writeFileSync } from 'node:fs';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { row, rows } from '../../../../tests/support/sql.ts';
import { formPost, testWorld } from '../../../../tests/support/world.ts';
import type { Viewer } from '../../../scope.ts';
import { mayServe } from '../../core/media/media-gate.server.ts';
import { action } from './picture.page.tsx';
import { action as remove } from './remove-picture.action.ts';

const world = testWorld();

const tall = async () =>
  new Uint8Array(
    await sharp({ create: { width: 300, height: 600, channels: 3, background: '#8a5' } })
      .png()
      .toBuffer(),
  );

function send(viewer: Viewer | null, bytes: Uint8Array<ArrayBuffer> | null, focus = 'start') {
  const body = new FormData();
  if (bytes) body.append('picture', new Blob([bytes]), 'me.png');
  body.append('focus', focus);
  return world.send(action, viewer, '/profile/picture', {}, { method: 'POST', body });
}

const keyOf = async ({ id }: Viewer) =>
  (await row<{ key: string | null }>(world.em())`select profile_image_key as key from users where id = ${id}`)
    ?.key ?? null;
const mediaOf = ({ id }: Viewer) =>
  rows<{ key: string; width: number; height: number }>(world.em())`
    select key, width, height from media where owner_id = ${id}`;

test('becomes a square that is public, and replaces the one before with its files', async () => {
  const viewer = await world.person();
  const answer = await send(viewer, await tall());
  expect([answer.status, answer.headers.get('location')]).toEqual([303, '/profile']);
  const first = await keyOf(viewer);
  expect(await mediaOf(viewer)).toEqual([{ key: first, width: 300, height: 300 }]);
  const asked = { key: first ?? '', variant: '320.webp', isSigned: false } as const;
  expect(await mayServe(world.scope(), asked)).toMatchObject({ isPublic: true });

  expect((await send(viewer, await tall(), 'nowhere')).status).toBe(422);
  expect(await keyOf(viewer)).toBe(first);
  expect((await send(viewer, await tall(), '')).status).toBe(303);
  const second = await keyOf(viewer);
  expect(second).not.toBe(first);
  expect((await mediaOf(viewer)).map(({ key }) => key)).toEqual([second]);
  expect(await world.scope().media.stat(first ?? '', '320.webp')).toBeNull();
  expect(readdirSync(world.scope().tempDir)).toEqual([]);
});

test('opens no file of other members, whatever key an account names, and no full size', async () => {
  const [viewer, thief] = [await world.person(), await world.person()];
  await send(viewer, await tall());
  const key = (await keyOf(viewer)) ?? '';
  const served = async (variant: '320.webp' | 'full.jpg', who: Viewer | null = null) =>
    (await mayServe(world.scope(who), { key, variant, isSigned: true })) !== null;
  const { media, tempDir } = world.scope();
  writeFileSync(`${tempDir}/full`, 'full');
  await media.put(key, 'full.jpg', `${tempDir}/full`);
  expect([await served('320.webp'), await served('full.jpg'), await served('full.jpg', viewer)]).toEqual([
    true,
    false,
    false,
  ]);
  // The picture stays a file of its owner, who may not show it any more.
  await row(world.em())`update users set profile_image_key = null where id = ${viewer.id}`;
  await row(world.em())`update users set profile_image_key = ${key} where id = ${thief.id}`;
  expect([await served('320.webp'), await served('320.webp', thief)]).toEqual([false, false]);
});

test('of a suspended member is shown to themselves and admins only, until the suspension ends', async () => {
  const viewer = await world.person();
  await send(viewer, await tall());
  const key = (await keyOf(viewer)) ?? '';
  const others = [null, await world.person({ plan: 'vip' })];
  const setStatus = (status: string) =>
    row(world.em())`update users set status = ${status} where id = ${viewer.id}`;
  const served = async (who: Viewer | null, isSigned: boolean) =>
    (await mayServe(world.scope(who), { key, variant: '320.webp', isSigned })) !== null;
  await setStatus('suspended');
  for (const who of others)
    for (const isSigned of [false, true]) expect(await served(who, isSigned)).toBe(false);
  const admin = await world.person({ isAdmin: true });
  expect([await served(admin, true), await served(admin, false)]).toEqual([true, false]);
  await setStatus('active');
  expect(await served(null, false)).toBe(true);
});

test('is removed with one button, which may be pressed twice', async () => {
  const viewer = await world.person();
  await send(viewer, await tall());
  const key = (await keyOf(viewer)) ?? '';
  for (let press = 0; press < 2; press += 1) {
    const fresh = { ...viewer, profileImageKey: key };
    expect((await world.send(remove, fresh, '/profile/picture/remove', {}, formPost({}))).status).toBe(303);
  }
  expect([await keyOf(viewer), await mediaOf(viewer)]).toEqual([null, []]);
  expect(await world.scope().media.stat(key, '320.webp')).toBeNull();
});

test.each([
  ['nothing', null, 'No File Selected: Please select an image to upload'],
  [
    'a text',
    new TextEncoder().encode('<svg onload=alert(1)>'),
    'Invalid File: Please select an image file (me.png is not one).',
  ],
  ['half a picture', new TextEncoder().encode('\x89PNG\r\n\x1a\n'), /me\.png/],
])('%s is refused beside the field, and nothing changes', async (_, bytes, message) => {
  const viewer = await world.person();
  const answer = await send(viewer, bytes);
  expect(answer.status).toBe(422);
  const { form } = (await answer.json()) as { form: { error: { picture: string[] } } };
  expect(form.error.picture[0]).toMatch(message);
  expect([await keyOf(viewer), await mediaOf(viewer)]).toEqual([null, []]);
});

test('two pictures uploaded at once leave one, with its files only', async () => {
  const viewer = await world.person();
  await Promise.all([send(viewer, await tall(), 'start'), send(viewer, await tall(), 'end')]);
  expect((await mediaOf(viewer)).map(({ key }) => key)).toEqual([await keyOf(viewer)]);
});

test('a visitor is sent to sign in', async () => {
  expect((await send(null, await tall())).headers.get('location')).toMatch(/^\/auth/);
});
