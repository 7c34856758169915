import { describe, expect, test } from 'vitest';
import { form as filesForm, type Part, picture } from '../../../../tests/support/media/upload-form.ts';
import { row } from '../../../../tests/support/sql.ts';
import { formPost, testWorld } from '../../../../tests/support/world.ts';
import type { Viewer } from '../../../scope.ts';
import * as listCall from '../catalog/content.api.ts';
import * as myContent from '../studio/my-content.page.tsx';
import * as editPage from './edit.page.tsx';
import { publishDue } from './release.server.ts';
import * as uploadPage from './upload.page.tsx';

const world = testWorld();
const start = world.clock.at;
const words = { title: 'Knee cut', category: 'technique', tier: 'premium' };

const stored = async (id: number) => {
  const item = await row<{ until: string | null; status: string }>(world.em())`
    select early_until as until, status from content where id = ${id}`;
  return item && { ...item, until: item.until && new Date(item.until).toISOString() };
};
const newest = async ({ id }: Viewer) =>
  (await row<{ id: number }>(world.em())`select max(id) as id from content where creator_id = ${id}`)?.id ??
  0;

const edit = async (viewer: Viewer, id: number, fields: Record<string, string>) => {
  const posted = formPost({ ...words, ...fields });
  const answer = await world.send(editPage.action, viewer, `/content/${id}/edit`, { id: String(id) }, posted);
  return messages(answer);
};
const upload = async (viewer: Viewer, fields: Record<string, string>) => {
  const parts: Part[] = [...Object.entries({ ...words, ...fields }), ['files', await picture(), 'one.png']];
  return messages(await world.send(uploadPage.action, viewer, '/upload', {}, filesForm(parts)));
};
async function messages(answer: Response) {
  if (answer.status !== 422) return { status: answer.status };
  const { form } = (await answer.json()) as { form: { error: Record<string, string[]> } };
  return { status: 422, message: form.error.earlyUntil?.[0] };
}

const refusals: [string, Record<string, string>, RegExp][] = [
  ['a moment that has passed', { earlyUntil: '2026-06-01T11:59' }, /has passed/],
  ['this very moment', { earlyUntil: '2026-06-01T12:00' }, /has passed/],
  ['more than 90 days', { earlyUntil: '2026-08-30T12:01' }, /at most 90 days/],
  ['no moment', { earlyUntil: 'next week' }, /Please enter a day and a time/],
  ['a day that is none', { earlyUntil: '2026-06-31T12:00' }, /Please enter a day and a time/],
  ['a VIP item', { tier: 'vip', earlyUntil: '2026-06-05T12:00' }, /for VIPs anyway/],
  [
    'a moment before it comes out',
    { release: 'later', publishAt: '2026-06-05T12:00', earlyUntil: '2026-06-05T12:00' },
    /must end after the technique is published/,
  ],
];

describe('an upload for VIPs first', () => {
  test('is a VIP item until then, and has its own tier afterwards', async () => {
    const viewer = await world.person();
    expect(await upload(viewer, { earlyUntil: '2026-06-05T12:00' })).toEqual({ status: 303 });
    const id = await newest(viewer);
    expect(await stored(id)).toEqual({ until: '2026-06-05T12:00:00.000Z', status: 'published' });
    const listed = JSON.stringify(
      await (await world.send(myContent.loader, viewer, '/studio/content')).json(),
    );
    expect(listed).toContain('"earlyUntil":"2026-06-05');
  });

  test.each(refusals)('is refused with %s, with the reason', async (_, fields, message) => {
    const viewer = await world.person();
    expect(await upload(viewer, fields)).toEqual({ status: 422, message: expect.stringMatching(message) });
    expect(await newest(viewer)).toBe(0);
  });

  test('can be published later, and early access runs from that date', async () => {
    const viewer = await world.person();
    const fields = { release: 'later', publishAt: '2026-06-05T12:00', earlyUntil: '2026-06-08T12:00' };
    expect(await upload(viewer, fields)).toEqual({ status: 303 });
    await publishDue(world.em(), new Date('2026-06-05T12:00:00Z'));
    expect(await stored(await newest(viewer))).toEqual({
      until: '2026-06-08T12:00:00.000Z',
      status: 'published',
    });
  });

  test('by call is refused in the same words', async () => {
    const viewer = await world.person();
    const parts: Part[] = [
      ...Object.entries({ ...words, earlyUntil: '2020-01-01T00:00:00Z' }),
      ['files', await picture(), 'one.png'],
    ];
    const answer = await world.send(listCall.action, viewer, '/api/content', {}, filesForm(parts));
    expect([answer.status, await answer.json()]).toMatchObject([
      422,
      { errors: { earlyUntil: [expect.stringMatching(/has passed/)] } },
    ]);
  });
});

describe('editing', () => {
  const published = async (viewer: Viewer, earlyUntil?: Date) =>
    world.item({ creator: viewer.id, tier: 'premium', publishedAt: start, earlyUntil });

  test.each(refusals.slice(0, -1))('is refused with %s, with the reason', async (_, fields, message) => {
    const viewer = await world.person();
    const id = await published(viewer);
    expect(await edit(viewer, id, fields)).toEqual({ status: 422, message: expect.stringMatching(message) });
    expect((await stored(id))?.until).toBe(null);
  });

  test('sets it, moves it and ends it', async () => {
    const viewer = await world.person();
    const id = await published(viewer);
    for (const [earlyUntil, until] of [
      ['2026-06-05T12:00', '2026-06-05T12:00:00.000Z'],
      ['2026-06-04T10:30', '2026-06-04T10:30:00.000Z'],
      ['', null],
    ] as const) {
      expect(await edit(viewer, id, { earlyUntil })).toEqual({ status: 303 });
      expect((await stored(id))?.until).toBe(until);
    }
  });

  test('keeps a date that has passed meanwhile, but does not publish a draft with it', async () => {
    const viewer = await world.person();
    const passed = new Date('2026-05-20T12:00:30Z');
    const id = await world.item({ creator: viewer.id, tier: 'premium', earlyUntil: passed });
    const fields = { earlyUntil: '2026-05-20T12:00' };
    expect(await edit(viewer, id, fields)).toEqual({ status: 303 });
    expect((await stored(id))?.until).toBe(passed.toISOString());
    const draft = await world.item({ creator: viewer.id, status: 'draft', earlyUntil: passed });
    expect(await edit(viewer, draft, { ...fields, release: 'now' })).toMatchObject({ status: 422 });
    expect((await stored(draft))?.status).toBe('draft');
  });

  test('counts the days from publication: an item that has long been open is not closed again', async () => {
    const viewer = await world.person();
    const old = new Date(start.getTime() - 95 * 24 * 3_600_000);
    const id = await world.item({ creator: viewer.id, tier: 'premium', publishedAt: old });
    expect(await edit(viewer, id, { earlyUntil: '2026-06-02T12:00' })).toMatchObject({ status: 422 });
  });
});
