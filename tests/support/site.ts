import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Starts the built site with demo content in a folder of its own, as a person would, and stops it afterwards. */
export default async function startSite() {
  if (process.env.SITE_URL) return;
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), 'summa-e2e-'));
  const child = spawn(process.execPath, ['server.ts'], {
    env: {
      ...process.env,
      NODE_ENV: 'production',
      SUMMA_MODE: 'test',
      PORT: String(port),
      DATA_DIR: folder,
      DATABASE_URL: '',
      SEED_DEMO: '1',
      RATE_LIMIT_SCALE: '1000',
      LOG_LEVEL: 'warn',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  process.env.SITE_URL = `http://localhost:${port}`;
  await new Promise<void>((done, fail) => {
    const late = setTimeout(() => fail(new Error('The site was not ready within four minutes')), 240_000);
    child.on('exit', (code) => fail(new Error(`The site ended with ${code}`)));
    child.stdout.on('data', (chunk: Buffer) => {
      if (!chunk.toString().includes('ready on')) return;
      clearTimeout(late);
      done();
    });
  });
  return async () => {
    child.removeAllListeners('exit');
    const ended = new Promise((done) => child.once('exit', done));
    child.kill('SIGTERM');
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
}

function freePort(): Promise<number> {
  return new Promise((done) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => done(port));
    });
  });
}
