import { expect, test } from 'vitest';
import { z } from 'zod';
import { testWorld } from '../../tests/support/world.ts';
import { bool, int, json, nullable, oneOf, row, rows, run, text } from './raw.server.ts';

const world = testWorld();

test('the declared columns give a statement its type', async () => {
  const found: { id: number; word: string | null } | null = await row(world.em(), {
    id: int,
    word: nullable(text),
  })`select 1 as id, null::text as word`;
  expect(found).toEqual({ id: 1, word: null });
  expect(await rows(world.em(), { n: int })`select n from generate_series(1, 3) n`).toHaveLength(3);
});

test.each([
  ['a missing column', { id: int, name: text }, 'name is not answered'],
  ['a column too many', {}, 'id is not declared'],
  ['another type', { id: bool }, 'id is int4, not bool'],
])('%s makes the test that meets it fail', async (_name, shape, complaint) => {
  await expect(rows(world.em(), shape)`select 1 as id`).rejects.toThrow(complaint);
});

test('a null, a word outside the set and JSON of another kind fail as well', async () => {
  const em = world.em();
  await expect(row(em, { id: int })`select null::int as id`).rejects.toThrow('id is null');
  const state = { state: oneOf(['open', 'closed']) };
  await expect(row(em, state)`select 'ajar' as state`).rejects.toThrow('none of open, closed');
  const box = { box: json(z.object({ size: z.number() })) };
  expect(await row(em, box)`select '{"size": 2}'::jsonb as box`).toEqual({ box: { size: 2 } });
  await expect(row(em, box)`select '{"size": "2"}'::jsonb as box`).rejects.toThrow('box is');
});

test('a statement without rows says how many it changed', async () => {
  const { id } = await world.person();
  expect(await run(world.em())`update users set bio = 'x' where id = ${id}`).toBe(1);
  expect(await run(world.em())`update users set bio = 'x' where id = -1`).toBe(0);
});
