import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The file that operators install. */
const varnishFile = 'deploy/varnish/default.vcl';

/** Whether Debian's varnish and varnish-modules are here, and read the file. */
export function hasVarnish(): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'summa-varnish-'));
  const read = spawnSync('varnishd', [
    '-j',
    'none',
    '-C',
    '-f',
    join(process.cwd(), varnishFile),
    '-n',
    folder,
  ]);
  rmSync(folder, { recursive: true, force: true });
  return read.status === 0;
}

/** Starts Varnish with the file of operators in front of a site; only the site's port is another. */
export async function startVarnish({ port, sitePort }: { port: number; sitePort: string }) {
  const folder = mkdtempSync(join(tmpdir(), 'summa-varnish-'));
  const file = join(folder, 'default.vcl');
  const parts = readFileSync(varnishFile, 'utf8').split('.port = "3000";');
  if (parts.length !== 2) throw new Error(`${varnishFile} names the site's port not once`);
  writeFileSync(file, parts.join(`.port = "${sitePort}";`));
  const where = ['-f', file, '-a', `127.0.0.1:${port}`, '-n', join(folder, 'work')];
  const child = spawn(
    'varnishd',
    ['-F', '-j', 'none', ...where, '-s', 'malloc,64m', '-p', 'http_gzip_support=off'],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  );
  let written = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      written += chunk;
    });
  const address = `http://127.0.0.1:${port}`;
  const until = performance.now() + 30_000;
  while (!(await fetch(`${address}/healthz`).catch(() => null))) {
    if (child.exitCode !== null || performance.now() > until)
      throw new Error(`Varnish did not start. ${written}`);
    await new Promise((done) => setTimeout(done, 100));
  }
  return {
    address,
    async stop() {
      if (child.exitCode === null) {
        const ended = new Promise((done) => child.once('exit', done));
        child.kill('SIGTERM');
        await ended;
      }
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
