import { describe, expect, test } from 'vitest';
import {
  form,
  type Part,
  picture,
  techniqueWords as words,
} from '../../../../tests/support/media/upload-form.ts';
import { row, rows } from '../../../../tests/support/sql.ts';
import { testWorld } from '../../../../tests/support/world.ts';
import type { Viewer } from '../../../scope.ts';
import { action as contentCall } from '../catalog/content.api.ts';

const world = testWorld();

describe('as JSON', () => {
  const post = (viewer: Viewer | null, parts: Part[]) =>
    world.send(contentCall, viewer, '/api/content', {}, form(parts));

  test('[C7.5] POST /api/content answers 201 with the item, in any of the three spellings', async () => {
    const viewer = await world.person();
    for (const field of ['files', 'images', 'image']) {
      const answer = await post(viewer, [
        ['title', `By ${field}`],
        ['category', 'training'],
        ['subscriptionTier', 'Premium'],
        [field, await picture(), 'a.png'],
      ]);
      expect(answer.status).toBe(201);
      expect(await answer.json()).toMatchObject({
        title: `By ${field}`,
        userId: viewer.id,
        subscriptionTier: 'premium',
        contentType: 'image',
        locked: false,
        price: null,
      });
    }
  });

  test.each([
    ['files', 'b.txt is not a picture or video we can read.'],
    [
      'images',
      'Invalid file type: Please select image files only (b.txt is not a picture or video we can read).',
    ],
  ])('[E5.31] a bad file beside a good one in %s is left out and named', async (field, why) => {
    const viewer = await world.person();
    const answer = await post(viewer, [
      ...words,
      [field, await picture(), 'a.png'],
      [field, new Blob(['x']), 'b.txt'],
    ]);
    expect(answer.status).toBe(201);
    expect(await answer.json()).toMatchObject({ message: `Published without b.txt: ${why}` });
    const kept = await rows(world.em())`select 1 from media where owner_id = ${viewer.id}`;
    expect(kept).toHaveLength(1);
  });

  const refusal = async (answer: Response) =>
    [answer.status, ((await answer.json()) as { errors: Record<string, string[]> }).errors] as const;
  test.each<[string, string, string]>([
    ['files', 'Missing Title: Please provide a title for your technique.', 'b.txt is not a picture or video'],
    ['images', 'Missing information: Please fill in title and category', 'Invalid file type: Please select'],
  ])('[C8.17] [C8.19] a call with %s is refused in the words of its screen', async (field, title, file) => {
    const answer = await post(await world.person(), [[field, new Blob(['x']), 'b.txt']]);
    expect(await refusal(answer)).toEqual([
      422,
      expect.objectContaining({ title: [title], files: [expect.stringContaining(file)] }),
    ]);
  });

  test('a refused call leaves no file behind', async () => {
    const viewer = await world.person();
    const answer = await post(viewer, [
      ['category', 'training'],
      ['files', await picture(), 'a.png'],
      ['files', new Blob(['x']), 'b.txt'],
    ]);
    expect((await refusal(answer))[1].files?.[0]).toMatch(/^b\.txt/);
    expect(await row(world.em())`select 1 from media where owner_id = ${viewer.id}`).toBeNull();
  });

  test('401 without sign-in, 415 without a form with files', async () => {
    expect((await post(null, words)).status).toBe(401);
    const json = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' };
    expect((await world.send(contentCall, await world.person(), '/api/content', {}, json)).status).toBe(415);
  });
});
