import { expect, test } from 'vitest';
import { z } from 'zod';
import { builtRoutes, handbook } from '../../tests/support/described.ts';
import { exampleOf, handbookText } from '../../tests/support/handbook.ts';
import { misfit } from '../../tests/support/held-answer.ts';
import { testWorld } from '../../tests/support/world.ts';
import { loader } from '../features/handbook/openapi.api.ts';
import { callsOf } from './openapi.server.ts';

const world = testWorld();
const renew = 'node_modules/.bin/node node_modules/vitest/vitest.mjs run --project=rules handbook.test -u';

const described = async () => callsOf(await builtRoutes());
const operations = async () => {
  const { paths } = await handbook();
  return Object.entries(paths).flatMap(([path, verbs]) =>
    Object.entries(verbs).map(([verb, operation]) => ({
      name: `${verb.toUpperCase()} ${path}`,
      ...operation,
    })),
  );
};

test('every call below /api says what it takes and answers', async () => {
  const silent = (await described()).flatMap(({ path, verbs }) =>
    Object.entries(verbs)
      .filter(([, call]) => !call.description)
      .map(([verb]) => `${verb} ${path}`),
  );
  expect(silent, 'give these calls a description, beside their handler (decision 027)').toEqual([]);
  const homeless = (await operations()).filter(({ tags }) => tags.includes('Others'));
  expect(
    homeless.map(({ name }) => name),
    'openapi-words.ts has no room for these',
  ).toEqual([]);
});

test('docs/api.md says what the calls say of themselves', async () => {
  const text = handbookText(await handbook());
  await expect(text, `docs/api.md is stale; renew it with\n  ${renew}`).toMatchFileSnapshot(
    '../../docs/api.md',
  );
});

test('every example of a body fits, and every name of an operation is used once', async () => {
  for (const { path, verbs } of await described()) {
    for (const [verb, { description }] of Object.entries(verbs)) {
      if (!description?.body) continue;
      expect(description.example, `${verb} ${path} has no example`).toBeDefined();
      const { error } = description.body.safeParse(description.example);
      expect(error && z.prettifyError(error), `${verb} ${path}`).toBeUndefined();
    }
  }
  const names = (await operations()).map(({ operationId }) => operationId);
  expect(names.filter((name, place) => names.indexOf(name) !== place)).toEqual([]);
});

test('every example of an answer is one', async () => {
  const document = await handbook();
  for (const { name, responses } of await operations()) {
    for (const { content } of Object.values(responses)) {
      const schema = content?.['application/json']?.schema;
      if (!schema) continue;
      expect(misfit(document, schema, JSON.stringify(exampleOf(document, schema))), name).toBeNull();
    }
  }
});

test('every reference leads somewhere', async () => {
  const document = await handbook();
  const named = [...JSON.stringify(document).matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(
    ([, name]) => name,
  );
  expect(named.filter((name = '') => !(name in document.components.schemas))).toEqual([]);
});

test('the document is served to everybody, and not twice to whoever has it', async () => {
  const first = await world.send(loader, null, '/api/openapi.json');
  expect(first.headers.get('cache-control')).toBe('public, max-age=300');
  expect(await first.json()).toEqual(JSON.parse(JSON.stringify(await handbook())));
  const etag = first.headers.get('etag') ?? '';
  const again = await world.send(
    loader,
    null,
    '/api/openapi.json',
    {},
    { headers: { 'if-none-match': etag } },
  );
  expect(again.status).toBe(304);
});

/** A pretended call of this shape, answered so. */
const answered = (answer: Response, path = '/api/content/1/like') =>
  world.send(async () => answer, null, path, {}, { method: 'POST' });

test('an answer that is not described fails the test that made the call', async () => {
  await expect(answered(Response.json({ liked: true, likes: 1 }))).resolves.toBeInstanceOf(Response);
  await expect(answered(Response.json({ liked: true, likes: 1, by: 7 }))).rejects.toThrow(
    'Unrecognized key: "by"',
  );
  await expect(answered(Response.json({ liked: true }))).rejects.toThrow('likes');
  await expect(answered(Response.json({ liked: 'yes', likes: 1 }))).rejects.toThrow('liked');
  await expect(answered(Response.json({ liked: true, likes: 1 }, { status: 202 }))).rejects.toThrow(
    'only 200,',
  );
  await expect(answered(Response.json({ error: 'no' }, { status: 404 }))).rejects.toThrow('message');
  await expect(answered(new Response('<p>no</p>', { status: 404 }))).rejects.toThrow('not JSON');
  await expect(answered(Response.json({}), '/api/nothing')).rejects.toThrow('not described');
});
