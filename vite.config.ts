import { vitePlugin as remix } from '@remix-run/dev';
import { defineConfig } from 'vite';
import remixConfig from './remix.config.js';

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [process.env.VITEST ? null : remix(remixConfig)],
  build: { target: isSsrBuild ? 'node24' : 'es2022', cssTarget: 'es2022', assetsInlineLimit: 0 },
  test: {
    projects: [
      {
        extends: true,
        test: { name: 'rules', include: ['app/**/*.test.{ts,tsx}', 'tests/support/**/*.test.ts'] },
      },
      // These start the built site: build first.
      {
        extends: true,
        test: { name: 'site', include: ['tests/{abuse,faults}/*.test.ts'], hookTimeout: 120_000 },
      },
    ],
    globalSetup: ['tests/support/cluster.ts'],
    testTimeout: 20_000,
    hookTimeout: 30_000,
    pool: 'forks',
    maxWorkers: 2,
  },
}));
