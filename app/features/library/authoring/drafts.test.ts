import sharp from 'sharp';
import { expect, test } from 'vitest';
import { row } from '../../../../tests/support/sql.ts';
import { testWorld } from '../../../../tests/support/world.ts';
import type { Viewer } from '../../../scope.ts';
import { publishDue } from './release.server.ts';
import { action } from './upload.page.tsx';

const world = testWorld();

async function upload(viewer: Viewer, fields: Record<string, string>) {
  const body = new FormData();
  const all = { title: 'Knee cut', category: 'technique', ...fields };
  for (const [name, value] of Object.entries(all)) body.append(name, value);
  const bytes = await sharp({ create: { width: 64, height: 48, channels: 3, background: '#8a5' } })
    .png()
    .toBuffer();
  body.append('files', new Blob([new Uint8Array(bytes)]), 'one.png');
  return world.send(action, viewer, '/upload', {}, { method: 'POST', body });
}
const itemOf = ({ id }: Viewer) =>
  row<Record<string, unknown>>(world.em())`select * from content where creator_id = ${id}`;

test('an upload can be kept as a draft, which only its creator sees', async () => {
  const viewer = await world.person();
  const answer = await upload(viewer, { release: 'draft' });
  expect([answer.status, answer.headers.get('location')]).toEqual([303, '/studio/content']);
  expect(await itemOf(viewer)).toMatchObject({ status: 'draft', publish_at: null, published_at: null });
});

test('an upload for later is published by itself', async () => {
  const viewer = await world.person();
  await upload(viewer, { release: 'later', publishAt: '2026-06-03T07:00' });
  expect(await itemOf(viewer)).toMatchObject({ status: 'draft', published_at: null });
  expect(await publishDue(world.em(), new Date('2026-06-03T07:00:00Z'))).toHaveLength(1);
  expect(await itemOf(viewer)).toMatchObject({ status: 'published', publish_at: null });
});

test('a past or missing date is reported beside the field, and the file is kept', async () => {
  const viewer = await world.person();
  for (const [publishAt, message] of [
    ['2020-01-01T00:00', /has passed/],
    ['', /Please choose when/],
  ] as const) {
    const answer = await upload(viewer, { release: 'later', publishAt });
    const { form } = (await answer.json()) as { form: { error: { publishAt: string[] } } };
    expect([answer.status, form.error.publishAt[0]]).toEqual([422, expect.stringMatching(message)]);
  }
  expect(await itemOf(viewer)).toBeNull();
  expect(await row(world.em())`select count(*)::int as n from media where owner_id = ${viewer.id}`).toEqual({
    n: 2,
  });
});
