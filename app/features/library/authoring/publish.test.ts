import { readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import {
  form,
  type Part,
  picture,
  techniqueWords as words,
} from '../../../../tests/support/media/upload-form.ts';
import { redirectOf } from '../../../../tests/support/site/redirect-of.ts';
import { row, rows } from '../../../../tests/support/sql.ts';
import { testWorld } from '../../../../tests/support/world.ts';
import type { Viewer } from '../../../scope.ts';
import { action as singleImage } from './single-image.page.tsx';
import { action as upload, loader as uploadPage } from './upload.page.tsx';

const world = testWorld();

const send = (viewer: Viewer | null, parts: Part[], to: typeof upload = upload) =>
  world.send(to, viewer, '/upload', {}, form(parts));

const errorsOf = async (answer: Response) =>
  ((await answer.json()) as { form: { error: Record<string, string[]> } }).form.error;

const bad = new Blob(['<svg xmlns="http://www.w3.org/2000/svg"/>']);

const items = () => rows<Record<string, unknown>>(world.em())`select * from content order by id`;

describe('the technique form', () => {
  test('[C2.21] [C3.5] [C6.4] [E2.upload] publishes the item with its files in order and says so on the home page', async () => {
    const viewer = await world.person();
    const answer = await send(viewer, [
      ...words,
      ['files', await picture(), 'one.png'],
      ['files', await picture(1600, 1200), 'two.png'],
    ]);
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/']);
    const item = (await items()).at(-1);
    expect(item).toMatchObject({
      creator_id: viewer.id,
      title: 'Knee cut from half guard',
      category: 'technique',
      tier: 'free',
      tags: ['knee slice', 'pass'],
      steps: ['Win the underhook', 'Slide the knee'],
      technique_type: 'pass',
      difficulty_level: 'beginner',
      belt_level_required: 'white',
      content_type: 'image',
      is_for_sale: false,
    });
    const media = await rows(world.em())`select position, width, status from media
      where content_id = ${item?.id as number} order by position`;
    expect(media).toEqual([
      { position: 0, width: 320, status: 'ready' },
      { position: 1, width: 1600, status: 'ready' },
    ]);
  });

  test('[C5.5] [C5.6] without a title, a category and a file, all three are reported at once', async () => {
    const answer = await send(await world.person(), [['title', '  ']]);
    expect(answer.status).toBe(422);
    expect(await errorsOf(answer)).toMatchObject({
      title: ['Missing Title: Please provide a title for your technique.'],
      category: ['Missing information: Please fill in title and category'],
      files: ['No Files Selected: Please select at least one image or video of your technique.'],
    });
  });

  test('[E5.31] a bad file beside a good one is left out and named; alone it is refused', async () => {
    const viewer = await world.person();
    const files: Part[] = [
      ['files', await picture(), 'good.png'],
      ['files', bad, 'sly.png'],
    ];
    const landing = await redirectOf(await send(viewer, [...words, ...files]));
    expect(landing).toEqual({
      status: 303,
      to: '/',
      says: 'Upload Successful: Technique Shared! Published without sly.png: sly.png is not a picture or video we can read.',
    });
    const draft = await redirectOf(await send(viewer, [...words, ['release', 'draft'], ...files]));
    expect(draft.says).toContain('Draft saved: Published without sly.png');
    const alone = await send(viewer, [...words, ['files', bad, 'sly.png']]);
    expect(alone.status).toBe(422);
    expect((await errorsOf(alone)).files?.[0]).toMatch(/^sly\.png is not a picture or video/);
  });

  test('[E5.31] files that the script refused before it sent them are named too', async () => {
    const viewer = await world.person();
    const names = ['a.txt', 'b.txt', 'c.txt', 'd.txt'].join('/');
    const answer = await send(viewer, [...words, ['leftOut', names], ['files', await picture(), 'good.png']]);
    expect((await redirectOf(answer)).says).toMatch(/Published without a\.txt, b\.txt, c\.txt, 1 more\.$/);
  });

  test('a form with a wrong field names its bad files too; the good ones are kept for the next try', async () => {
    const viewer = await world.person();
    const before = (await items()).length;
    const answer = await send(viewer, [
      ...words.filter(([name]) => name !== 'title'),
      ['files', await picture(), 'good.png'],
      ['files', bad, 'sly.png'],
    ]);
    expect(answer.status).toBe(422);
    const errors = await errorsOf(answer);
    expect(errors.title).toBeDefined();
    expect(errors.files?.[0]).toMatch(/^sly\.png is not a picture or video/);
    expect(await items()).toHaveLength(before);

    const page = (await (await world.send(uploadPage, viewer, '/upload')).json()) as {
      waiting: { key: string }[];
    };
    expect(page.waiting).toHaveLength(1);
    const key = page.waiting[0]?.key ?? '';
    const again = await send(viewer, [...words, ['shown', key], ['kept', key]]);
    expect(again.status).toBe(303);
    expect(
      await row(world.em())`select 1 as attached from media where key = ${key} and content_id is not null`,
    ).toEqual({ attached: 1 });
  });

  test('another member’s waiting file cannot be used', async () => {
    const owner = await world.person();
    await send(owner, [
      ['title', ''],
      ['files', await picture(), 'mine.png'],
    ]);
    const mine = await row<{ key: string }>(world.em())`select key from media where owner_id = ${owner.id}`;
    const answer = await send(await world.person(), [...words, ['kept', mine?.key ?? '']]);
    expect((await errorsOf(answer)).files).toBeDefined();
  });

  test('an unticked waiting file is deleted when the item is published', async () => {
    const viewer = await world.person();
    await send(viewer, [
      ['title', ''],
      ['files', await picture(), 'a.png'],
      ['files', await picture(), 'b.png'],
    ]);
    const [first, second] = await rows<{ key: string }>(world.em())`
      select key from media where owner_id = ${viewer.id} order by id`;
    const answer = await send(viewer, [
      ...words,
      ['shown', first?.key ?? ''],
      ['shown', second?.key ?? ''],
      ['kept', first?.key ?? ''],
    ]);
    expect(answer.status).toBe(303);
    const left = await rows<{ key: string }>(world.em())`select key from media where owner_id = ${viewer.id}`;
    expect(left).toEqual([{ key: first?.key }]);
  });

  test.each([
    ['title', 'x'.repeat(101), 'Title must be less than 100 characters'],
    ['description', 'x'.repeat(501), 'Description must be less than 500 characters'],
    ['tier', 'gold', 'Please choose a tier: free, premium or vip.'],
    ['category', 'cooking', 'Missing information: Please fill in title and category'],
    ['price', '0.98', 'The price must be at least $0.99.'],
    ['price', '500.01', 'The price must be at most $500.00.'],
    ['price', '4.999', 'Please enter the price in dollars and cents, like 4.99.'],
    ['price', '1e2', 'Please enter the price in dollars and cents, like 4.99.'],
    ['techniqueType', 'dance', 'Please choose a technique type from the list.'],
  ])('[C5.11] [C9.6] a wrong %s is reported beside it', async (field, value, message) => {
    const others = words.filter(([name]) => name !== field);
    const answer = await send(await world.person(), [
      ...others,
      [field, value],
      ['files', await picture(), 'a.png'],
    ]);
    expect(answer.status).toBe(422);
    expect((await errorsOf(answer))[field]).toContain(message);
  });

  test('a visitor is sent to sign in and nothing of the body is kept', async () => {
    const answer = await send(null, [...words, ['files', await picture(), 'a.png']]);
    expect(answer.headers.get('location')).toMatch(/^\/auth\?tab=sign-in/);
  });

  test('NUL bytes, too many fields and broken forms are refused; no temporary file stays', async () => {
    const viewer = await world.person();
    expect((await send(viewer, [...words, ['tags', 'a\0b']])).status).toBe(400);
    const many: Part[] = Array.from({ length: 20_000 }, (_, index) => [`f${index}`, 'x']);
    expect((await send(viewer, many)).status).toBe(413);
    const broken = {
      method: 'POST',
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
      body: '--x\r\nfoo',
    };
    expect((await world.send(upload, viewer, '/upload', {}, broken)).status).toBe(400);
    expect(readdirSync(world.scope().tempDir)).toEqual([]);
  });
});

describe('the single-image form', () => {
  test('[C5.3] has its own defaults and texts', async () => {
    const viewer = await world.person();
    const empty = await errorsOf(await send(viewer, [], singleImage));
    expect(empty).toMatchObject({
      title: ['Title is required'],
      image: ['No File Selected: Please select an image to upload'],
    });
    const answer = await send(
      viewer,
      [
        ['title', 'Belt knot'],
        ['image', await picture(), 'a.png'],
      ],
      singleImage,
    );
    expect(answer.status).toBe(303);
    expect((await items()).at(-1)).toMatchObject({ title: 'Belt knot', category: 'training', tier: 'free' });
  });

  test('takes pictures up to 10MB only', async () => {
    const viewer = await world.person();
    const text = await send(
      viewer,
      [
        ['title', 'x'],
        ['image', new Blob(['hello']), 'a.txt'],
      ],
      singleImage,
    );
    expect((await errorsOf(text)).image?.[0]).toMatch(/a\.txt/);
    const noise = new Uint8Array(10 * 1024 * 1024 + 1);
    noise.set(new Uint8Array(await (await picture()).arrayBuffer()));
    const large = await send(
      viewer,
      [
        ['title', 'x'],
        ['image', new Blob([noise]), 'big.png'],
      ],
      singleImage,
    );
    expect((await errorsOf(large)).image?.[0]).toMatch(
      /^File Too Large: Please select a file smaller than 10MB/,
    );
  });
});
