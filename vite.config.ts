import { vitePlugin as remix } from '@remix-run/dev';
import { defineConfig } from 'vite';
import remixConfig from './remix.config.js';

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [process.env.VITEST ? null : remix(remixConfig)],
  build: { target: isSsrBuild ? 'node24' : 'es2022', cssTarget: 'es2022', assetsInlineLimit: 0 },
  test: {
    include: ['app/**/*.test.{ts,tsx}', 'tests/**/*.test.ts'],
    exclude: ['tests/e2e/**', 'node_modules/**'],
    globalSetup: ['tests/support/cluster.ts'],
    testTimeout: 20_000,
    hookTimeout: 30_000,
    pool: 'forks',
    maxWorkers: 2,
  },
}));
