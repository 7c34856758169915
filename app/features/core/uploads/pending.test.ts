import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { inChunks, sound } from '../../../../tests/support/media/chunks.ts';
import { form, type Part, picture } from '../../../../tests/support/media/upload-form.ts';
import { row } from '../../../../tests/support/sql.ts';
import { testWorld } from '../../../../tests/support/world.ts';
import { contentLimits } from '../../../domain/content-limits.ts';
import { Invalid } from '../../../errors.ts';
import type { MediaStore } from '../../../media/media.ts';
import type { Viewer } from '../../../scope.ts';
import { action as pictureForm } from '../../identity/profile/picture.page.tsx';
import { publishCall } from '../../library/authoring/publish-form.server.ts';
import { action as upload } from '../../library/authoring/upload.page.tsx';

const world = testWorld();
const { start, send, end } = inChunks(world);

const words: Part[] = [
  ['title', 'Knee cut'],
  ['category', 'training'],
];
const post = (viewer: Viewer, parts: Part[]) => world.send(upload, viewer, '/upload', {}, form(parts));
const keyOf = async ({ id }: Viewer) =>
  (await row<{ key: string }>(world.em())`select key from media where owner_id = ${id} order by id limit 1`)
    ?.key ?? '';
const isKept = async (key: string) =>
  (await row(world.em())`select 1 from media where key = ${key} and status = 'ready'`) !== null;

/** As in a form of another tab, which was opened while the picture was pending. */
const publishBeside = async (viewer: Viewer, shown: string) =>
  post(viewer, [...words, ['shown', shown], ['files', await picture(), 'a.png']]);

test('a form deletes no picture that is in use by now, and takes none', async () => {
  const [face, admin] = [await world.person(), await world.person({ isAdmin: true })];
  await world.send(pictureForm, face, '/profile/picture', {}, form([['picture', await picture(), 'a.png']]));
  await post(admin, [['files', await picture(), 'card.png']]);
  const [own, card] = [await keyOf(face), await keyOf(admin)];
  await row(world.em())`insert into featured (title, creator, image_key) values ('Card', 'Pat', ${card})`;
  for (const [viewer, key] of [
    [face, own],
    [admin, card],
  ] as const) {
    expect((await publishBeside(viewer, key)).status).toBe(303);
    expect(await isKept(key)).toBe(true);
    expect((await post(viewer, [...words, ['kept', key]])).status).toBe(422);
  }
});

test('a waiting file that is unticked is deleted, with its row', async () => {
  const viewer = await world.person();
  await post(viewer, [['files', await picture(), 'a.png']]);
  const key = await keyOf(viewer);
  expect((await publishBeside(viewer, key)).status).toBe(303);
  expect(await row(world.em())`select 1 from media where key = ${key}`).toBeNull();
  expect(await world.scope().media.stat(key, '320.jpg')).toBeNull();
});

test('a refused call deletes no file that another form sent meanwhile', async () => {
  const viewer = await world.person();
  const member = world.member(viewer);
  mkdirSync(member.tempDir, { recursive: true });
  const folder = mkdtempSync(join(member.tempDir, 'call-'));
  const part = async (name: string, bytes: Blob) => {
    const path = join(folder, name);
    writeFileSync(path, new Uint8Array(await bytes.arrayBuffer()));
    const kind = 'image' as const;
    const facts = { kind, bytes: bytes.size, limitBytes: contentLimits.imageBytes, tooLarge: false };
    return { field: 'files', path, name, ...facts };
  };
  const files = [await part('a.png', await picture()), await part('b.txt', new Blob(['no picture']))];
  let isFirst = true;
  const put: MediaStore['put'] = async (...given) => {
    if (isFirst) {
      isFirst = false;
      await post(viewer, [['files', await picture(), 'mine.png']]);
    }
    return member.media.put(...given);
  };
  const fields = new FormData();
  for (const [name, value] of words) if (name !== 'title') fields.set(name, value);
  const call = publishCall(
    { ...member, media: { ...member.media, put } },
    { fields, files, folder, surplus: 0 },
  );
  await expect(call).rejects.toThrow(Invalid);
  const left = await row(world.em())`select count(*)::int as n from media where owner_id = ${viewer.id}`;
  expect(left).toEqual({ n: 1 });
});

test('a resumable upload that a card uses is sent again as a new file, because no form could take it twice', async () => {
  const admin = await world.person({ isAdmin: true });
  const bytes = await sound();
  const { id } = await start(admin, bytes);
  await send(admin, id, 0, bytes);
  const { key } = await end(admin, id);
  expect(await start(admin, bytes)).toMatchObject({ status: 200, key });
  await row(world.em())`insert into featured (title, creator, image_key) values ('Card', 'Pat', ${key})`;
  expect(await start(admin, bytes)).toMatchObject({ status: 201, key: null });
});
