import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { appFiles as files, importsOf } from '../tests/support/imports.ts';

/** What a file is, by its suffix and folder (docs/tour.md); who may import whom is the table below. */
function layerOf(file: string): string {
  if (/\.(page|action|api)\.tsx?$/.test(file)) return 'edge';
  const folder = file.split('/')[1] ?? '';
  if (folder in mayImport) return folder;
  if (folder !== 'features') return 'top';
  if (file.endsWith('.entity.ts')) return 'entity';
  if (file.endsWith('.server.ts')) return 'rule';
  if (file.endsWith('.tsx')) return 'part';
  return 'fact';
}

/** Files without effects, which all but `ui` may import. */
const pure =
  /^app\/domain\/|^app\/(errors|scope)\.ts$|^app\/(media|payments|mail)\/[\w-]+\.ts$|^app\/http\/pages\/(toast|own-path)\.ts$|^app\/http\/uploads\/field-name\.ts$|^app\/ui\/(\w+\/)?[\w-]+\.ts$/;

/** Layers each layer may import; `import type` is free. */
const mayImport: Record<string, string[]> = {
  domain: ['domain'],
  edge: ['http', 'rule', 'fact', 'part', 'ui', 'top'],
  part: ['ui', 'part', 'fact'],
  // Making a picture is a library; only storing it is an adapter, which the scope hands in.
  rule: ['rule', 'fact', 'entity', 'db', 'media'],
  fact: ['fact'],
  entity: ['entity', 'fact', 'db'],
  ui: ['ui'],
  http: ['http', 'rule', 'fact', 'db', 'media'],
  media: ['media', 'fact'],
  // The sandbox keeps what it knows in PostgreSQL.
  payments: ['payments', 'db'],
  mail: ['mail'],
  enhance: ['enhance'],
  backup: ['backup', 'db'],
  jobs: ['jobs', 'rule', 'fact', 'db', 'http'],
  db: ['db', 'entity', 'payments'],
  demo: ['demo', 'db', 'rule', 'fact', 'entity', 'media', 'payments'],
  top: [
    'top',
    'db',
    'demo',
    'http',
    'rule',
    'fact',
    'media',
    'payments',
    'mail',
    'jobs',
    'backup',
    'ui',
    'part',
    'enhance',
  ],
};

test('every import follows the table of layers', () => {
  const wrong: string[] = [];
  for (const file of files) {
    const layer = layerOf(file);
    for (const { to: target, isTypeOnly } of importsOf(file)) {
      if (isTypeOnly || !target.startsWith('app/')) continue;
      if (target.endsWith('.css')) continue;
      if (layer !== 'ui' && pure.test(target)) continue;
      if (!mayImport[layer]?.includes(layerOf(target)))
        wrong.push(`${file} (${layer}) imports ${target} (${layerOf(target)})`);
    }
  }
  expect(wrong).toEqual([]);
});

test('nothing imports an edge, and only env.server.ts and the log read the environment', () => {
  const edges = files.flatMap((file) => importsOf(file).filter(({ to }) => layerOf(to) === 'edge'));
  expect(edges).toEqual([]);
  const readers = files.filter((file) => readFileSync(file, 'utf8').includes('process.env'));
  const allowed = ['app/env.server.ts', 'app/http/telemetry/log.server.ts', 'app/db/embedded.server.ts'];
  expect(readers.filter((file) => !allowed.includes(file))).toEqual([]);
});

test('pages use no handlers, hooks or client navigation: React stays on the server (ADR-031)', () => {
  const handlers =
    /\bon(Click|Change|Submit|Input)=|\buse(State|Effect|Reducer|Fetcher|Navigate)\(|<(Link|NavLink|Form)\b/;
  const offenders = files
    .filter((file) => file.endsWith('.tsx'))
    .filter((file) => handlers.test(readFileSync(file, 'utf8')));
  expect(offenders).toEqual([]);
});

test('no page writes the price of a plan: it reads domain/plan-prices.ts', () => {
  const shown = files.filter((file) => file.endsWith('.tsx'));
  expect(shown.filter((file) => /\$(9|24)\.99/.test(readFileSync(file, 'utf8')))).toEqual([]);
});

test('only form.server.ts hands forms to the form library, which obeys the names of fields (ADR-036)', () => {
  const parsing = /\bparseWithZod\b|\bparseSubmission\b|@conform-to\/dom/;
  const users = files.filter((file) => parsing.test(readFileSync(file, 'utf8')));
  expect(users).toEqual(['app/http/pages/form.server.ts']);
});

test('hand-written SQL is in files that say so, and grows no more (ADR-049)', () => {
  const imports = files.flatMap((file) => importsOf(file).map(({ to }) => [file, to] as const));
  const users = imports.filter(([, to]) => to === 'app/db/raw.server.ts').map(([file]) => file);
  expect(users.filter((file) => !/\.sql\.server\.ts$|\.test\.ts$/.test(file))).toEqual([]);
  const statements = users
    .filter((file) => !file.includes('.test.'))
    .flatMap((file) => readFileSync(file, 'utf8').match(/\b(?:rows?\(\w+, |run\(\w+\)`)/g) ?? []);
  expect(statements.length).toBeLessThanOrEqual(98);
  // Settings and locks, which answer no rows.
  const allowed = /^app\/db\/|\.sql\.server\.ts$|members\/(admins|member)\.server\.ts$/;
  const direct = files.filter((file) => /`\s*\.execute\(/.test(readFileSync(file, 'utf8')));
  expect(direct.filter((file) => !allowed.test(file))).toEqual([]);
});

test('every dependency has a version and a reason', () => {
  const listed = JSON.parse(readFileSync('package.json', 'utf8')) as Record<string, Record<string, string>>;
  const packages = { ...listed.dependencies, ...listed.devDependencies };
  expect(Object.values(packages).filter((version) => !/^\d[\w.-]*$/.test(version))).toEqual([]);
  const reasons = readFileSync('docs/dependencies.md', 'utf8');
  const names = Object.keys(packages).filter((name) => !name.startsWith('@types/'));
  expect(names.filter((name) => !reasons.includes(`\`${name}\``))).toEqual([]);
});

test('files stay small enough to be read', () => {
  const limits: [RegExp, number][] = [
    [/\.page\.tsx$/, 200],
    [/\.server\.tsx?$/, 260],
  ];
  const long = files.filter((file) => {
    const limit = limits.find(([suffix]) => suffix.test(file))?.[1] ?? 300;
    return readFileSync(file, 'utf8').split('\n').length > limit;
  });
  expect(long).toEqual([]);
});

test('no object literal is spread into another, which only saves lines and looks as if it meant something', () => {
  const all = [...files, ...globSync('{tests,bench}/**/*.{ts,tsx}'), ...globSync('*.ts')];
  expect(all.filter((file) => /\.\.\.\{\s*\w/.test(readFileSync(file, 'utf8')))).toEqual([]);
});

/** A folder that holds more is divided by subject. */
const mostFilesInFolder = 45;

test('no folder of the project holds too many files', () => {
  const sizes = new Map<string, number>();
  for (const entry of globSync('{app,tests}/**/*', { withFileTypes: true })) {
    if (entry.isFile()) sizes.set(entry.parentPath, (sizes.get(entry.parentPath) ?? 0) + 1);
  }
  expect([...sizes].filter(([, count]) => count > mostFilesInFolder)).toEqual([]);
});
