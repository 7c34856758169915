import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { freePort } from '../support/site/site.ts';
import { siteProcess } from '../support/site/supervised.ts';
import { testWorld } from '../support/world.ts';

const world = testWorld();

/** The arguments and the environment of a process. */
const given = (pid: number | undefined, what: 'cmdline' | 'environ') =>
  readFileSync(`/proc/${pid}/${what}`, 'utf8').split('\0');

test.skipIf(!existsSync('/proc/self/cmdline'))(
  'bin/start gives the supervisor and the site their flags',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'summa-flags-'));
    chmodSync(folder, 0o755);
    const { NODE_OPTIONS, MALLOC_ARENA_MAX, ...environment } = process.env;
    const child = spawn('bin/start', {
      env: {
        ...environment,
        SUMMA_MODE: 'test',
        PORT: String(await freePort()),
        DATA_DIR: folder,
        DATABASE_URL: world.database.url,
        SEED_DEMO: '0',
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let written = '';
    child.stderr.on('data', (chunk: Buffer) => {
      written += chunk;
    });
    try {
      await new Promise<void>((done, fail) => {
        child.once('exit', (code) => fail(new Error(`bin/start ended with ${code}. ${written}`)));
        child.stdout.on('data', (chunk: Buffer) => chunk.toString().includes('ready on') && done());
      });
      for (const pid of [child.pid, siteProcess({ child })]) {
        expect(given(pid, 'cmdline')).toEqual(
          expect.arrayContaining([
            '--disable-sigusr1',
            '--max-semi-space-size=16',
            '--max-old-space-size=512',
            expect.stringMatching(/^--v8-pool-size=[1-4]$/),
          ]),
        );
        expect(given(pid, 'environ')).toContain('MALLOC_ARENA_MAX=2');
      }
      expect(given(child.pid, 'cmdline')).toContain('build/supervisor.js');
    } finally {
      child.removeAllListeners('exit');
      if (child.exitCode === null) {
        child.kill('SIGTERM');
        await once(child, 'exit');
      }
      rmSync(folder, { recursive: true, force: true });
    }
  },
  120_000,
);

test.skipIf(spawnSync('taskset', ['--version']).error)(
  'on one core, V8 gets one thread beside its own',
  () => {
    const words = ['-c', '0', 'sh', '-euc', '. bin/prepare.sh; echo "$node_flags"'];
    expect(execFileSync('taskset', words, { encoding: 'utf8' })).toContain('--v8-pool-size=1\n');
  },
);
