import { beforeEach, describe, expect, test } from 'vitest';
import { form, type Part, picture } from '../../../../tests/support/media/upload-form.ts';
import { row, rows } from '../../../../tests/support/sql.ts';
import { formPost, testWorld } from '../../../../tests/support/world.ts';
import type { Viewer } from '../../../scope.ts';
import { mayServe } from '../../core/media/media-gate.server.ts';
import * as confirm from './delete.page.tsx';
import * as edit from './edit.page.tsx';
import * as list from './list.page.tsx';
import * as create from './new.page.tsx';

const world = testWorld();
let admin: Viewer;

beforeEach(async () => {
  await row(world.em())`delete from featured`;
  admin = await world.person({ isAdmin: true });
});

interface Kept {
  id: number;
  title: string;
  image_key: string | null;
  image_url: string | null;
  display_order: number;
  is_active: boolean;
}
const all = () => rows<Kept>(world.em())`select * from featured order by display_order, id`;
const titles = async () => (await all()).map(({ title }) => title);
const logged = () =>
  rows<{ verb: string; name: string; before: Record<string, unknown>; after: Record<string, unknown> }>(
    world.em(),
  )`select verb, subject_name as name, before, after from audit_log
    where actor_id = ${admin.id} and subject_kind = 'featured' order by id`;
const mediaOf = () => rows<{ key: string }>(world.em())`select key from media where owner_id = ${admin.id}`;
const filesOf = (key: string | null | undefined) => world.scope().media.stat(key ?? '', '320.webp');
const errorsOf = async (answer: Response) => {
  expect(answer.status).toBe(422);
  return (await answer.json()).form;
};

const words: Part[] = [
  ['title', 'Deep half'],
  ['creator', 'Lena'],
];
const post = (parts: Part[]) => world.send(create.action, admin, '/admin/featured/new', {}, form(parts));
const change = (id: number, parts: Part[]) =>
  world.send(edit.action, admin, `/admin/featured/${id}/edit`, { id: String(id) }, form(parts));
const loadedOf = async (id: number) =>
  (await (await world.send(edit.loader, admin, `/admin/featured/${id}/edit`, { id: String(id) })).json())
    .seen;
async function made(parts: Part[] = words): Promise<Kept> {
  await post(parts);
  return (await all()).at(-1) as Kept;
}

describe('as a form', () => {
  const createBare = () =>
    world.send(
      create.action,
      admin,
      '/admin/featured/new',
      {},
      formPost({ title: 'Deep half', creator: 'Lena', likes: '' }),
    );

  test('[C3.22] [C3.23] [C3.24] [C5.13] a card has the defaults of the specification', async () => {
    await createBare();
    const [card] = await all();
    const defaults = { tier: 'FREE', tier_color: 'bg-green-500', likes: 0, comments: 0, display_order: 0 };
    expect(card).toMatchObject({ ...defaults, is_active: true, locked: false, image_url: null });
  });

  test('[C6.8] [C1.6] a card is created, and the log says so', async () => {
    const answer = await createBare();
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/admin/featured']);
    expect(await titles()).toEqual(['Deep half']);
    expect(await logged()).toMatchObject([
      { verb: 'created', name: 'Deep half', before: null, after: { creator: 'Lena', isActive: true } },
    ]);
  });

  test('a wrong form comes back with all that was typed, and with the picture that arrived', async () => {
    const wrong: Part[] = [
      ['title', ' '],
      ['creator', 'Lena'],
      ['likes', '-1'],
      ['comments', 'many'],
      ['imageUrl', 'http://insecure.example/a.png'],
      ['contentId', 'the one about armbars'],
      ['isActive', 'false'],
      ['image', await picture(), 'mine.png'],
    ];
    const { error, initialValue } = await errorsOf(await post(wrong));
    expect(error).toEqual({
      title: ['Title is required'],
      likes: ['Likes must be 0 or more.'],
      comments: ['Please enter Comments as a whole number.'],
      imageUrl: ['Please enter an address that begins with https://, or a path of this site.'],
      contentId: ['Please enter the number or the address of an item, like 42 or /content/42.'],
    });
    expect(initialValue).toMatchObject({ creator: 'Lena', comments: 'many', isActive: 'false' });
    const [waiting] = await mediaOf();
    expect(initialValue.kept).toBe(waiting?.key);

    const mended: Part[] = [...words, ['shown', initialValue.kept], ['kept', initialValue.kept]];
    expect((await made(mended)).image_key).toBe(initialValue.kept);
    expect(await mediaOf()).toEqual([waiting]);
    expect((await post(mended)).status).toBe(303);
    expect((await all()).map(({ image_key }) => image_key)).toEqual([initialValue.kept, null]);
  });

  test.each([
    ['a text', new Blob(['<svg onload=alert(1)>']), /^Invalid File: Please select an image file/],
    ['half a picture', new Blob([new TextEncoder().encode('\x89PNG\r\n\x1a\n')]), /me\.png/],
  ])('[C2.37] %s is refused beside the field; the words stay', async (_, bytes, message) => {
    const { error, initialValue } = await errorsOf(await post([...words, ['image', bytes, 'me.png']]));
    expect(error.image[0]).toMatch(message);
    expect(initialValue.title).toBe('Deep half');
    expect([await all(), await mediaOf()]).toEqual([[], []]);
  });

  test('a picture is public, and deleted with its files once another, an address or nothing replaces it', async () => {
    const sent: Part[] = [...words, ['image', await picture(300, 200), 'a.png']];
    const { id, image_key: first } = await made(sent);
    const asked = { key: first ?? '', variant: '320.webp', isSigned: false } as const;
    expect(await mayServe(world.scope(), asked)).toMatchObject({ isPublic: true });

    await change(id, [['title', 'Deeper']]);
    expect((await all())[0]).toMatchObject({ title: 'Deeper', image_key: first });
    await change(id, [['image', await picture(), 'b.png']]);
    const second = (await all())[0]?.image_key;
    expect([second === first, await filesOf(first)]).toEqual([false, null]);
    await change(id, [['imageUrl', 'https://pictures.example/a.png']]);
    expect((await all())[0]).toMatchObject({ image_key: null, image_url: 'https://pictures.example/a.png' });
    expect([await filesOf(second), await mediaOf()]).toEqual([null, []]);
    await change(id, [['image', await picture(), 'c.png']]);
    await change(id, [['removeImage', 'true']]);
    expect((await all())[0]).toMatchObject({ image_key: null, image_url: null });
    expect(await mediaOf()).toEqual([]);
    expect((await logged()).map(({ verb }) => verb)).toEqual(['created', ...Array(5).fill('edited')]);
  });

  test('the second of two admins is warned, loses nothing, and may then replace it', async () => {
    const { id } = await made();
    const seen = await loadedOf(id);
    expect(
      (
        await change(id, [
          ['title', 'Mine'],
          ['seen', seen],
        ])
      ).status,
    ).toBe(303);
    const late: Part[] = [
      ['title', 'Theirs'],
      ['seen', seen],
    ];
    const { error, initialValue } = await errorsOf(await change(id, late));
    expect(error).toEqual({ title: [expect.stringContaining('It now says: Mine.')] });
    expect(initialValue.title).toBe('Theirs');
    expect(await titles()).toEqual(['Mine']);
    expect(
      (
        await change(id, [
          ['title', 'Theirs'],
          ['seen', await loadedOf(id)],
        ])
      ).status,
    ).toBe(303);
    expect(await titles()).toEqual(['Theirs']);
    expect((await logged()).at(-1)).toMatchObject({ before: { title: 'Mine' }, after: { title: 'Theirs' } });
  });

  test('a picture that two admins replaced is asked about again, and not uploaded twice', async () => {
    const { id } = await made();
    const mine = [['seenPicture', '']] as Part[];
    expect((await change(id, [...mine, ['image', await picture(), 'a.png']])).status).toBe(303);
    const first = (await all())[0]?.image_key ?? '';
    const { error, initialValue } = await errorsOf(
      await change(id, [...mine, ['image', await picture(), 'b.png']]),
    );
    expect(error).toEqual({
      image: [expect.stringMatching(/^The picture has been changed in the meantime/)],
    });
    const kept: Part[] = [
      ['kept', String(initialValue.kept)],
      ['seenPicture', first],
    ];
    expect((await change(id, kept)).status).toBe(303);
    expect((await all())[0]?.image_key).toBe(initialValue.kept);
  });

  test('an empty field is cleared, a missing one stays', async () => {
    const link: Part[] = [['contentId', String(await world.item())]];
    const { id } = await made([
      ...words,
      ...link,
      ['imageUrl', '/a.png'],
      ['likes', '9'],
      ['isActive', 'false'],
    ]);
    await change(id, [
      ['contentId', ''],
      ['imageUrl', ''],
      ['comments', ''],
    ]);
    const emptied = { content_id: null, image_url: null, comments: 0 };
    expect((await all())[0]).toMatchObject({ ...emptied, title: 'Deep half', likes: 9, is_active: false });
    await change(id, [['title', '']]);
    expect(await titles()).toEqual(['Deep half']);
  });

  test('saving without a change writes no entry into the log', async () => {
    const { id } = await made();
    await change(id, words);
    expect(await logged()).toHaveLength(1);
  });

  test('a link needs a published item, by its number or its address', async () => {
    const item = await world.item();
    const draft = await world.item({ status: 'draft' });
    const { error } = await errorsOf(await post([...words, ['contentId', String(draft)]]));
    expect(error.contentId).toEqual([`There is no published item with the number ${draft}.`]);
    for (const link of [
      `${item}`,
      `#${item}`,
      `/content/${item}`,
      `https://summa.example/content/${item}?a=1`,
    ]) {
      expect((await post([...words, ['contentId', link]])).status, link).toBe(303);
    }
    expect(await row(world.em())`select count(*)::int as n from featured where content_id = ${item}`).toEqual(
      { n: 4 },
    );
  });

  test('deleting removes the picture, keeps the item, and is logged', async () => {
    const contentId = String(await world.item());
    const { id, image_key } = await made([
      ...words,
      ['contentId', contentId],
      ['image', await picture(), 'a.png'],
    ]);
    const path = `/admin/featured/${id}/delete`;
    const answer = await world.send(confirm.action, admin, path, { id: String(id) }, formPost({}));
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/admin/featured']);
    expect([await all(), await mediaOf(), await filesOf(image_key)]).toEqual([[], [], null]);
    expect(await row(world.em())`select id from content where id = ${contentId}`).not.toBeNull();
    expect((await logged()).at(-1)).toMatchObject({
      verb: 'deleted',
      before: { title: 'Deep half' },
      after: null,
    });
    const again = await world.send(confirm.action, admin, path, { id: String(id) }, formPost({}));
    expect(again.status).toBe(404);
  });
});

test('the list shows hidden cards too, and says what visitors see', async () => {
  const item = await world.item({ tier: 'vip', hasPicture: true });
  await post([...words, ['contentId', String(item)], ['isActive', 'false']]);
  const { cards } = await (await world.send(list.loader, admin, '/admin/featured')).json();
  expect(cards).toMatchObject([
    { isFirst: true, isLast: true, linkedTo: item, card: { isActive: false, contentId: item, tier: 'vip' } },
  ]);
});
