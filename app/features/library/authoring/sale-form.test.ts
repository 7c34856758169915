import { expect, test } from 'vitest';
import {
  form,
  type Part,
  picture,
  techniqueWords as words,
} from '../../../../tests/support/media/upload-form.ts';
import { rows } from '../../../../tests/support/sql.ts';
import { testWorld } from '../../../../tests/support/world.ts';
import type { Viewer } from '../../../scope.ts';
import { action as contentCall } from '../catalog/content.api.ts';
import { action as singleImage } from './single-image.page.tsx';
import { action as upload } from './upload.page.tsx';

/** What the upload forms say of items for sale. */
const world = testWorld();

const send = (viewer: Viewer | null, parts: Part[], to: typeof upload = upload) =>
  world.send(to, viewer, '/upload', {}, form(parts));

const errorsOf = async (answer: Response) =>
  ((await answer.json()) as { form: { error: Record<string, string[]> } }).form.error;

const items = () => rows<Record<string, unknown>>(world.em())`select * from content order by id`;

test('a value other than yes or no does not change whether an item is for sale, in any form or call', async () => {
  const viewer = await world.person({ plan: 'vip' });
  const before = (await items()).length;
  const sent: Part[] = [
    ...words,
    ['price', '4.99'],
    ['isForSale', 'maybe'],
    ['files', await picture(), 'a.png'],
  ];
  const message = 'Send isForSale as true or false.';
  for (const to of [upload, singleImage]) {
    const answer = await send(viewer, sent, to);
    expect([answer.status, (await errorsOf(answer)).isForSale]).toEqual([422, [message]]);
  }
  const call = await world.send(contentCall, viewer, '/api/content', {}, form(sent));
  expect([call.status, await call.json()]).toEqual([422, { message, errors: { isForSale: [message] } }]);
  expect((await items()).length).toBe(before);
});

test('selling needs a price and a plan that allows it', async () => {
  const sale: Part[] = [...words, ['isForSale', 'true'], ['files', await picture(), 'a.png']];
  expect((await errorsOf(await send(await world.person(), sale))).price?.[0]).toMatch(/at least \$0\.99/);
  const free = await send(await world.person(), [...sale, ['price', '4.99']]);
  expect((await errorsOf(free)).isForSale?.[0]).toMatch(/Selling is part of the Premium and VIP Elite plans/);
  const premium = await world.person({ plan: 'premium' });
  const post = async () => (await send(premium, [...sale, ['price', '0.99']])).status;
  expect([await post(), await post(), await post()]).toEqual([303, 303, 422]);
});

test('two forms at once cannot exceed the limit', async () => {
  const premium = await world.person({ plan: 'premium' });
  const sale: Part[] = [
    ...words,
    ['isForSale', 'on'],
    ['price', '4.99'],
    ['files', await picture(), 'a.png'],
  ];
  const answers = await Promise.all(Array.from({ length: 5 }, () => send(premium, sale)));
  expect(answers.map(({ status }) => status).sort()).toEqual([303, 303, 422, 422, 422]);
});
