import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { vitePlugin as remix } from '@remix-run/dev';
import { type CSSOptions, defineConfig, type Plugin } from 'vite';
import type { ProjectConfig } from 'vitest/node';
import { bundleServer } from './bundle-server.ts';
import remixConfig from './remix.config.js';
import { onlyInAll } from './tests/suites.ts';

/** Writes the tightest forms of each text file beside it, so that no request pays for them. */
const precompress = (): Plugin => ({
  name: 'precompress',
  apply: (_config, { isSsrBuild }) => !isSsrBuild,
  writeBundle({ dir = '' }) {
    const files = readdirSync(dir, { recursive: true, encoding: 'utf8' });
    for (const file of files.filter((name) => /\.(css|js|svg|webmanifest|txt)$/.test(name))) {
      const bytes = readFileSync(join(dir, file));
      writeFileSync(join(dir, `${file}.br`), brotliCompressSync(bytes));
      writeFileSync(join(dir, `${file}.gz`), gzipSync(bytes, { level: 9 }));
    }
  },
});

/** Pages stay on the server (ADR-031): of their scripts only what the entry fetches is published. */
const withoutPages = (): Plugin => ({
  name: 'without-pages',
  apply: (_config, { isSsrBuild }) => !isSsrBuild,
  writeBundle({ dir = '' }, bundle) {
    const chunks = Object.values(bundle).filter((each) => each.type === 'chunk');
    const fetched = new Set(chunks.filter((each) => each.facadeModuleId?.endsWith('/entry.client.ts')));
    for (const { imports, dynamicImports } of fetched)
      for (const each of chunks)
        if (imports.concat(dynamicImports).includes(each.fileName)) fetched.add(each);
    for (const each of chunks) if (!fetched.has(each)) rmSync(join(dir, each.fileName));
  },
});

/** Fetches a script when it is needed and nothing else: the bundler's own way brings sheets, too, which none has. Its
 *  calls `helper(() => import(file), [])` become `import(file)`. */
const plainImports = (): Plugin => ({
  name: 'plain-imports',
  enforce: 'post',
  generateBundle: {
    order: 'post',
    handler(_options, bundle) {
      for (const chunk of Object.values(bundle))
        if (chunk.type === 'chunk')
          chunk.code = chunk.code.replaceAll(/[\w$]+\(\(\)=>(import\("[^"]+"\)),\[\]\)/g, '$1');
    },
  },
  load: (id) => (id === '\0vite/preload-helper.js' ? 'export const __vitePreload = 0;' : null),
});

/** In a page written from left to right these mean the same, and the older names take fewer bytes. */
const shorterNames: [RegExp, string][] = [
  [/^(min-|max-)?inline-size$/, '$1width'],
  [/^(min-|max-)?block-size$/, '$1height'],
  [/^(margin|padding|border)-block-start\b/, '$1-top'],
  [/^(margin|padding|border)-block-end\b/, '$1-bottom'],
  [/^inset-block-start$/, 'top'],
  [/^inset-block-end$/, 'bottom'],
];

/** Opens each layer once, where the bundler opens it anew around every part, and drops what only people read. */
const tighter: CSSOptions['postcss'] = {
  plugins: [
    {
      postcssPlugin: 'tighter',
      OnceExit(sheet) {
        sheet.walkDecls((line) => {
          line.value = line.value.replaceAll(/(,) | ?([/*]) /g, '$1$2');
          line.raws.between = ':';
          for (const [name, shorter] of shorterNames) line.prop = line.prop.replace(name, shorter);
        });
        const layers = new Map<string, typeof sheet.first>();
        sheet.each((node) => {
          if (node.type !== 'atrule' || node.name !== 'layer' || !node.nodes) return;
          const first = layers.get(node.params);
          if (first?.type !== 'atrule') return void layers.set(node.params, node);
          first.append(node.nodes);
          node.remove();
        });
      },
    },
  ],
};

/** One more than cores, because each often waits for PostgreSQL, for a timeout or for a process to end. */
const workers = availableParallelism() + 1;
// A build has no use for it, nor for Vitest itself.
const sequencer = process.env.VITEST
  ? (await import('./tests/support/longest-first.ts')).LongestFirst
  : undefined;

/** Files that only `bin/test all` runs. */
const slow = onlyInAll.map(([files]) => files);
const rules = [
  'app/**/*.test.{ts,tsx}',
  '{bench,tests/support,tests/conformance,tests/mutants}/**/*.test.ts',
];
let suites = 0;

/** A suite of tests. Loading the modules anew for each file took two thirds of the time, and no file mocks a module.
 *  Vitest runs suites one after the other only if it is told their order. */
const suite = (name: string, { globalSetup = [], ...settings }: ProjectConfig) => ({
  extends: true as const,
  test: {
    name,
    isolate: false,
    sequence: { groupOrder: suites++ },
    // Here and not once for all suites, because Vitest would do that last.
    globalSetup: ['tests/support/database/cluster.ts', ...globalSetup],
    ...settings,
  },
});

export default defineConfig(({ isSsrBuild }) => ({
  plugins: process.env.VITEST
    ? []
    : [plainImports(), remix(remixConfig), withoutPages(), precompress(), bundleServer()],
  css: { postcss: tighter },
  build: {
    target: isSsrBuild ? 'node24' : 'es2022',
    cssTarget: 'es2022',
    assetsInlineLimit: 0,
    // It would list in the entry what each later script imports.
    modulePreload: false,
  },
  test: {
    projects: [
      suite('rules', {
        include: rules,
        exclude: slow,
        setupFiles: ['tests/support/setup-rules.ts'],
      }),
      // The same kind of tests; only `bin/test all` runs these.
      suite('long', {
        include: slow.filter((files) => !/^tests\/(abuse|faults|scale|programs|e2e|engines)/.test(files)),
        setupFiles: ['tests/support/setup-rules.ts'],
      }),
      // These start the built site: build first. Most files share one, so they run one after the other.
      suite('site', {
        include: ['tests/abuse/*.test.ts'],
        exclude: slow,
        hookTimeout: 120_000,
        globalSetup: ['tests/support/site/shared-site.ts'],
        maxWorkers: 1,
      }),
      suite('faults', {
        include: slow.filter((files) => /^tests\/(abuse|faults|scale\/\*)/.test(files)),
        hookTimeout: 120_000,
        // What is killed and stalled here is timed by a machine that does other things, too. bin/test names what
        // needed its second try.
        retry: 1,
      }),
      // What the site hands to other programs, opened by such programs.
      suite('programs', {
        include: ['tests/programs/*.test.ts'],
        maxWorkers: 1,
        testTimeout: 180_000,
      }),
      // `bin/test scale`: a cluster of its own, whose machines are killed.
      suite('scale', { include: ['tests/scale/cluster/*.test.ts'], maxWorkers: 1 }),
    ],
    // How long an awaited event may take; a busy machine must not make a test red.
    expect: { poll: { timeout: 30_000 } },
    testTimeout: 60_000,
    hookTimeout: 60_000,
    pool: 'forks',
    maxWorkers: workers,
    sequence: { sequencer },
  },
}));
