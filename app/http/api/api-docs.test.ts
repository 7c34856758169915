import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { apiDocsText, exampleOf } from '../../../tests/support/site/api-docs.ts';
import { apiDocument, builtRoutes } from '../../../tests/support/site/described.ts';
import { misfit } from '../../../tests/support/site/held-answer.ts';
import { testWorld } from '../../../tests/support/world.ts';
import { loader } from '../../features/site/pages/openapi.api.ts';
import { callsOf, openapi } from './openapi.server.ts';

const world = testWorld();
const renew = 'node_modules/.bin/node node_modules/vitest/vitest.mjs run --project=rules api-docs.test -u';

const described = async () => callsOf(await builtRoutes());
const operations = async () => {
  const { paths } = await apiDocument();
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
  expect(silent, 'give these calls a description, beside their handler (ADR-027)').toEqual([]);
  const homeless = (await operations()).filter(({ tags }) => tags.includes('Others'));
  expect(
    homeless.map(({ name }) => name),
    'openapi-words.ts has no room for these',
  ).toEqual([]);
});

test('docs/api.md is generated from the descriptions of the calls', async () => {
  const text = apiDocsText(await apiDocument());
  await expect(text, `docs/api.md is stale; renew it with\n  ${renew}`).toMatchFileSnapshot(
    '../../../docs/api.md',
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

test('every example of an answer fits its schema', async () => {
  const document = await apiDocument();
  for (const { name, responses } of await operations()) {
    for (const { content } of Object.values(responses)) {
      const schema = content?.['application/json']?.schema;
      if (!schema) continue;
      expect(misfit(document, schema, JSON.stringify(exampleOf(document, schema))), name).toBeNull();
    }
  }
});

/** Every recommended rule is an error, and every example must fit its schema. */
const lintRules = {
  extends: ['recommended-strict'],
  rules: {
    'no-invalid-media-type-examples': 'error',
    'no-invalid-parameter-examples': 'error',
    'no-invalid-schema-examples': 'error',
  },
};

/** What Redocly reports about a document; null when it reports nothing. */
async function lintTrouble(document: object): Promise<string | null> {
  const folder = await mkdtemp(join(tmpdir(), 'summa-openapi-'));
  try {
    await writeFile(join(folder, 'openapi.json'), JSON.stringify(document));
    // YAML reads JSON.
    await writeFile(join(folder, 'redocly.yaml'), JSON.stringify(lintRules));
    const linter = join(process.cwd(), 'node_modules/@redocly/cli/bin/cli.js');
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [linter, 'lint', 'openapi.json', '--config', 'redocly.yaml', '--format', 'stylish'],
      {
        cwd: folder,
        encoding: 'utf8',
        // It would report its use, and look for a newer version of itself.
        env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
      },
    );
    return status === 0 && !/warning/i.test(stdout + stderr) ? null : `${stdout}\n${stderr}`;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

test('a public linter finds nothing wrong with the document, and finds an example that does not fit', async () => {
  const document = openapi(await builtRoutes(), 'https://summa.test');
  expect(await lintTrouble(document)).toBeNull();
  const wrong = JSON.stringify(document).replace('"tier":"premium"', '"tier":"PREMIUM"');
  expect(await lintTrouble(JSON.parse(wrong))).toContain('no-invalid-media-type-examples');
});

test('every reference can be resolved', async () => {
  const document = await apiDocument();
  const named = [...JSON.stringify(document).matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(
    ([, name]) => name,
  );
  expect(named.filter((name = '') => !(name in document.components.schemas))).toEqual([]);
});

test('the document is public, and not sent again to a client that has it', async () => {
  const first = await world.send(loader, null, '/api/openapi.json');
  expect(first.headers.get('cache-control')).toBe('public, max-age=300');
  expect(await first.json()).toEqual(JSON.parse(JSON.stringify(await apiDocument())));
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

/** A made-up call of this shape with this answer. */
const answered = (answer: Response, path = '/api/content/1/like') =>
  world.send(async () => answer, null, path, {}, { method: 'POST' });

test('an answer that is not described makes the test that called it fail', async () => {
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
