import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { form, type Part } from '../support/media/upload-form.ts';
import { reportTime } from '../support/report-time.ts';
import { ask, liveWorld } from '../support/site/live.ts';
import { startSite } from '../support/site/site.ts';
import { slowUpload } from '../support/site/slow-upload.ts';

const world = liveWorld();
let member = '';
let picture: Buffer;
beforeAll(async () => {
  member = await world.signIn(await world.person({ plan: 'vip' }));
  const raw = { width: 500, height: 400, channels: 3 } as const;
  picture = await sharp({
    create: { ...raw, background: '#8a5', noise: { type: 'gaussian', mean: 128, sigma: 60 } },
  })
    .png()
    .toBuffer();
});

type Site = Awaited<ReturnType<typeof startSite>>;
async function withSite(work: (site: Site) => Promise<void>, more: Parameters<typeof startSite>[0] = {}) {
  const env = { ...world.settings(), ...more.env };
  const site = await startSite({ ...more, env, keepsLog: true });
  site.child.removeAllListeners('exit');
  try {
    await work(site);
  } finally {
    await site.stop();
  }
}
const incoming = (site: Site) => readdirSync(join(site.folder, 'incoming'));
async function ended(site: Site) {
  const began = performance.now();
  if (site.child.exitCode === null) await once(site.child, 'exit');
  return { code: site.child.exitCode, ms: performance.now() - began };
}
const upload = (site: Site, bytes = picture) => {
  const parts: Part[] = [
    ['title', 'A sweep'],
    ['category', 'training'],
    ['tier', 'free'],
    ['files', new Blob([new Uint8Array(bytes)]), 'a.png'],
  ];
  return ask(site.address, '/api/content', {
    method: 'POST',
    body: form(parts).body as FormData,
    as: member,
  });
};

describe('a stop', () => {
  test.each([
    { of: 'one process', more: {} },
    { of: 'bin/start', more: { supervised: true } },
    { of: 'several processes', more: { env: { WEB_CONCURRENCY: '2' } } },
  ])(
    'of $of under load fails no running request, and ends with 0',
    ({ more }) =>
      withSite(async (site) => {
        const paths = ['/discover', '/', '/creators', '/api/content', '/subscriptions'];
        const asked: { at: number; outcome: Promise<number | string> }[] = [];
        let goesOn = true;
        const visitors = Array.from({ length: 12 }, async (_, n) => {
          for (let turn = 0; goesOn; turn += 1) {
            const at = performance.now();
            const outcome = ask(site.address, paths[(n + turn) % 5] ?? '/').then(
              ({ status }) => status,
              (error: NodeJS.ErrnoException) => error.code ?? 'failed',
            );
            asked.push({ at, outcome });
            await outcome;
          }
        });
        await vi.waitFor(() => expect(asked.length).toBeGreaterThan(200), { timeout: 120_000 });
        const stoppedAt = performance.now();
        site.child.kill('SIGTERM');
        const end = await ended(site);
        goesOn = false;
        await Promise.all(visitors);
        // A connection at the very moment of the signal may be refused.
        const before = asked.filter(({ at }) => at < stoppedAt);
        const outcomes = await Promise.all(before.map(({ outcome }) => outcome));
        expect(outcomes.filter((outcome) => outcome !== 200)).toEqual([]);
        expect(end.code).toBe(0);
        reportTime('A stop under load', end.ms, 30_000);
      }, more),
    240_000,
  );

  test(
    'waits for an open upload, which is published',
    () =>
      withSite(async (site) => {
        const sent = slowUpload(site.address, member, picture);
        await vi.waitFor(() => expect(incoming(site)).toHaveLength(1), { timeout: 30_000 });
        site.child.kill('SIGTERM');
        await new Promise((done) => setTimeout(done, 1_500));
        expect(site.child.exitCode).toBe(null);
        expect(await sent.finish()).toBe(201);
        expect((await ended(site)).code).toBe(0);
      }),
    240_000,
  );

  test(
    'does not wait for an upload that never ends',
    () =>
      withSite(async (site) => {
        const sent = slowUpload(site.address, member, picture);
        await vi.waitFor(() => expect(incoming(site)).toHaveLength(1), { timeout: 30_000 });
        site.child.kill('SIGTERM');
        const end = await ended(site);
        expect(end.code).toBe(0);
        reportTime('A stop during an upload that never ends', end.ms, 40_000);
        sent.vanish();
      }),
    240_000,
  );
});

test(
  'a process that is killed during an upload leaves its slot free, and its files are deleted',
  () =>
    withSite(async (site) => {
      const sent = slowUpload(site.address, member, picture);
      await vi.waitFor(() => expect(incoming(site)).toHaveLength(1), { timeout: 30_000 });
      site.child.kill('SIGKILL');
      expect(await sent.status()).toBe(0);
      const next = await startSite({ env: { ...world.settings(), DATA_DIR: site.folder }, keepsLog: true });
      expect(incoming(site)).toEqual([]);
      expect((await upload(next)).status).toBe(201);
      await next.stop();
    }),
  240_000,
);

test(
  'a rejected promise without a handler does not end the process',
  () =>
    withSite(
      async (site) => {
        site.child.kill('SIGUSR2');
        await vi.waitFor(() => expect(site.log()).toContain('unhandled'), { timeout: 30_000 });
        expect((await ask(site.address, '/discover')).status).toBe(200);
        expect(site.child.exitCode).toBe(null);
      },
      {
        preload: [
          "data:text/javascript,process.on('SIGUSR2',()=>{Promise.reject(new Error('nobody waits'))})",
        ],
      },
    ),
  240_000,
);

test('nor does it end bin/worker, which goes on with its jobs', async () => {
  const reject = "process.on('SIGUSR2',()=>{Promise.reject(new Error('the queue was interrupted'))})";
  const run =
    "const { entry } = await import('./build/server/index.js'); await entry.module.runWorker(); process.exit(0);";
  const words = [`--import=data:text/javascript,${reject}`, '--input-type=module', '-e', run];
  const worker = spawn(process.execPath, words, {
    env: { ...process.env, NODE_ENV: 'production', SUMMA_MODE: 'test', ...world.settings() },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let written = '';
  for (const stream of [worker.stdout, worker.stderr])
    stream.on('data', (chunk: Buffer) => {
      written += chunk;
    });
  try {
    await vi.waitFor(() => expect(written).toContain('working off jobs'), { timeout: 30_000 });
    worker.kill('SIGUSR2');
    await vi.waitFor(() => expect(written).toContain('unhandled'), { timeout: 30_000 });
    expect(worker.exitCode).toBe(null);
  } finally {
    worker.kill('SIGTERM');
    await once(worker, 'exit');
  }
  expect(worker.exitCode).toBe(0);
}, 120_000);

describe('a disk', () => {
  test(
    'that is full refuses the upload with a reason, keeps no file and goes on',
    () =>
      withSite(
        async (site) => {
          const before = await world.countOf('content');
          const answer = await upload(site);
          expect([500, 507]).toContain(answer.status);
          expect(answer.json()).toHaveProperty('message');
          expect(answer.text).not.toMatch(/EFBIG|ENOSPC|incoming|summa-e2e|at \w+ \(/);
          expect(incoming(site)).toEqual([]);
          expect(await world.countOf('content')).toBe(before);
          expect((await ask(site.address, '/discover')).status).toBe(200);
        },
        // No file may grow beyond 40 kB. The system refuses the next byte as on a full disk.
        { command: ['sh', '-c', 'ulimit -f 80; exec "$@"', 'sh'] },
      ),
    240_000,
  );

  test(
    'that cannot be written to does the same, and needs no restart afterwards',
    () =>
      withSite(async (site) => {
        const folder = join(site.folder, 'incoming');
        await rename(folder, `${folder}.away`);
        await writeFile(folder, 'in the way');
        const answer = await upload(site);
        expect(answer.status).toBe(503);
        expect(answer.json()).toHaveProperty('message');
        expect((await ask(site.address, '/discover')).status).toBe(200);
        await rename(`${folder}.away`, folder).catch(async () => {
          await rename(folder, `${folder}.file`);
          await rename(`${folder}.away`, folder);
        });
        expect((await upload(site)).status).toBe(201);
      }),
    240_000,
  );

  test.each(['gone', 'a file'])(
    'whose media folder is %s reports it, keeps no file, goes on and recovers',
    (state) =>
      withSite(async (site) => {
        const made = (await upload(site)).json();
        const picture = () =>
          ask(site.address, new URL(made.imageUrl, site.address).pathname, { as: member });
        expect((await picture()).status).toBe(200);
        const folder = join(site.folder, 'media');
        await rename(folder, `${folder}.away`);
        if (state === 'a file') await writeFile(folder, 'in the way');
        const before = await world.countOf('content');
        const refused = await upload(site);
        expect(refused.status).toBe(503);
        expect(refused.json().message).toContain('We cannot reach our files at the moment.');
        expect(refused.text).not.toMatch(/ENOENT|ENOTDIR|summa-e2e/);
        expect(await world.countOf('content')).toBe(before);
        expect(incoming(site)).toEqual([]);
        const unseen = await picture();
        expect([unseen.status, unseen.header('retry-after')]).toEqual([503, '30']);
        expect((await ask(site.address, `/content/${made.id}`, { as: member })).status).toBe(200);
        await rm(folder, { force: true });
        await rename(`${folder}.away`, folder);
        expect((await picture()).status).toBe(200);
        expect((await upload(site)).status).toBe(201);
      }),
    240_000,
  );
});
