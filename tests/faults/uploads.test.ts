import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { enqueue } from '../../app/db/queue.server.ts';
import { beginSession } from '../../app/features/identity/sessions/sessions.server.ts';
import { canConvert } from '../../app/media/ffmpeg.server.ts';
import { videoOf } from '../support/media/sample-files.ts';
import { makeTestVideo } from '../support/media/test-video.ts';
import { type Asked, ask, cookieOf } from '../support/site/live.ts';
import { startSite } from '../support/site/site.ts';
import { row, rows } from '../support/sql.ts';
import { secret, testWorld } from '../support/world.ts';

const world = testWorld();
world.clock.at = new Date();
const folder = mkdtempSync(join(tmpdir(), 'summa-killed-'));
let site: Awaited<ReturnType<typeof startSite>>;
let member = '';

const start = async () => {
  site = await startSite({
    env: {
      DATABASE_URL: world.database.url,
      DATA_DIR: folder,
      SEED_DEMO: '0',
      SESSION_SECRET: secret,
      RATE_LIMIT_SCALE: '10000',
    },
    keepsLog: true,
  });
};
beforeAll(async () => {
  await start();
  const viewer = await world.person();
  const visit = { now: new Date(), agent: null, address: '127.0.0.1' };
  member = cookieOf(await beginSession(world.em(), viewer.id, visit));
}, 60_000);
afterAll(async () => {
  await site?.stop();
  rmSync(folder, { recursive: true, force: true });
}, 30_000);

/** Like a power cut: no clean end, and then a start with the same folder and database. */
async function killAndStart() {
  site.child.removeAllListeners('exit');
  const gone = new Promise((done) => site.child.once('exit', done));
  site.child.kill('SIGKILL');
  await gone;
  await site.stop();
  await start();
  // A writing process counts as alive for half a minute.
  await row(world.em())`update upload_sessions set writer_until = now() where writer_until is not null`;
  await row(world.em())`delete from rate_limits`;
}

const megabyte = 1024 ** 2;
const call = (path: string, asked: Asked = {}) =>
  ask(site.address, path, { as: member, ...asked, headers: { origin: site.address, ...asked.headers } });
const begin = async (bytes: Buffer, name: string): Promise<string> => {
  const head = bytes.subarray(0, 12).toString('hex');
  const asked = { method: 'POST', json: { name, bytes: bytes.length, modified: 1, head } };
  return (await call('/api/uploads', asked)).json().id;
};
const chunk = (id: string, offset: number, body: Buffer) =>
  call(`/api/uploads/${id}`, {
    method: 'PATCH',
    body,
    headers: { 'content-type': 'application/offset+octet-stream', 'upload-offset': String(offset) },
  });
const finish = (id: string) => call(`/api/uploads/${id}/finish`, { method: 'POST' });

/** Begins a request and never ends it. */
function half(method: string, path: string, headers: Record<string, string>, body: Buffer) {
  const options = { method, headers: { cookie: member, origin: site.address, ...headers } };
  const open = request(new URL(path, site.address), options);
  open.on('error', () => {});
  open.write(body);
}
/** How long a test waits for what only a slow machine is late with. */
const patient = { timeout: 30_000 };
const incoming = () => readdirSync(join(folder, 'incoming'));

test('killed in the middle of a chunk: the stored part is kept, and the upload continues from there', async () => {
  const bytes = videoOf(9 * megabyte);
  const id = await begin(bytes, 'killed.mp4');
  expect((await chunk(id, 0, bytes.subarray(0, 4 * megabyte))).status).toBe(200);
  half(
    'PATCH',
    `/api/uploads/${id}`,
    {
      'content-type': 'application/offset+octet-stream',
      'upload-offset': String(4 * megabyte),
      'content-length': String(5 * megabyte),
    },
    bytes.subarray(4 * megabyte, 6 * megabyte),
  );
  await vi.waitFor(async () => {
    const writer = await row(
      world.em(),
    )`select 1 from upload_sessions where id = ${id} and writer is not null`;
    expect(writer).not.toBeNull();
  }, patient);
  expect((await chunk(id, 4 * megabyte, bytes.subarray(4 * megabyte))).status).toBe(409);
  await killAndStart();
  expect((await call(`/api/uploads/${id}`)).json()).toMatchObject({ offset: 4 * megabyte, key: null });
  expect((await chunk(id, 4 * megabyte, bytes.subarray(4 * megabyte))).json().offset).toBe(bytes.length);
  const { key } = (await finish(id)).json();
  const form = new FormData();
  for (const [name, value] of Object.entries({ title: 'Survived', category: 'training', kept: key }))
    form.append(name, value);
  expect((await call('/upload', { method: 'POST', body: form })).status).toBe(303);
  expect(
    await row(world.em())`select status, bytes from media where key = ${key} and content_id is not null`,
  ).toEqual({
    status: 'ready',
    bytes: bytes.length,
  });
  expect(readdirSync(join(folder, 'incoming', 'pieces'))).toEqual([]);
}, 60_000);

test.each([5, 60, 150])(
  'killed %i ms into the end: when asked again, there is one complete video',
  async (ms) => {
    const bytes = videoOf(3 * megabyte);
    const id = await begin(bytes, `end-${ms}.mp4`);
    await chunk(id, 0, bytes);
    half('POST', `/api/uploads/${id}/finish`, { 'content-length': '0' }, Buffer.alloc(0));
    await new Promise((done) => setTimeout(done, ms));
    await killAndStart();
    const answer = await finish(id);
    expect(answer.status).toBe(200);
    const ready = await rows<{ key: string }>(world.em())`
    select key from media where status = 'ready' and content_id is null and bytes = ${bytes.length}`;
    expect(ready.map(({ key }) => key)).toContain(answer.json().key);
    for (const { key } of ready) {
      const files = readdirSync(join(folder, 'media', key.slice(0, 2), key.slice(2, 4), key));
      expect(files).toEqual(expect.arrayContaining(['video.mp4', 'teaser.webp', '320.jpg']));
      await row(world.em())`update media set bytes = 1 where key = ${key}`;
    }
  },
  60_000,
);

test('killed in the middle of a plain form: no file of it is kept', async () => {
  const before = await rows(world.em())`select id from media`;
  const head = Buffer.from('--x\r\nContent-Disposition: form-data; name="files"; filename="a.mp4"\r\n\r\n');
  half(
    'POST',
    '/upload',
    { 'content-type': 'multipart/form-data; boundary=x', 'content-length': String(8 * megabyte) },
    Buffer.concat([head, videoOf(3 * megabyte)]),
  );
  await vi.waitFor(() => expect(incoming().some((name) => name.startsWith('upload-'))).toBe(true), patient);
  await killAndStart();
  expect(incoming().filter((name) => name.startsWith('upload-'))).toEqual([]);
  expect(await rows(world.em())`select id from media`).toEqual(before);
}, 60_000);

test.skipIf(!canConvert())(
  'killed while a video is prepared: nothing unfinished is shown, and the conversion is resumed',
  async () => {
    // Videos are prepared one at a time, and what earlier kills left counts as alive for a minute.
    await row(world.em())`update media set video_state = 'failed', convert_at = null
      where video_state in ('waiting', 'converting')`;
    const bytes = makeTestVideo('avi', {
      size: '1280x720',
      seconds: 20,
      codec: ['-c:v', 'mpeg4', '-q:v', '3'],
    });
    const id = await begin(bytes, 'long.avi');
    await chunk(id, 0, bytes);
    const { key } = (await finish(id)).json();
    const ofVideo = () => row(world.em())`
    select video_state as state, video_steps as steps, video_tries as tries from media where key = ${key}`;
    const kept = () => readdirSync(join(folder, 'media', key.slice(0, 2), key.slice(2, 4), key));
    await vi.waitFor(
      () =>
        expect(incoming().flatMap((name) => readdirSync(join(folder, 'incoming', name)))).toContain(
          '480p.mp4',
        ),
      { timeout: 60_000, interval: 20 },
    );
    await killAndStart();
    expect(incoming().filter((name) => name.startsWith('upload-'))).toEqual([]);
    expect(await ofVideo()).toEqual({ state: 'converting', steps: [], tries: 1 });
    expect(kept()).not.toContain('480p.mp4');
    // A converting process counts as alive for a minute.
    await row(world.em())`update media set convert_at = now() where key = ${key}`;
    await enqueue(world.em(), 'convert-videos', {});
    await vi.waitFor(
      async () => expect(await ofVideo()).toEqual({ state: 'done', steps: [480, 1080], tries: 2 }),
      {
        timeout: 90_000,
        interval: 500,
      },
    );
    expect(kept()).toEqual(expect.arrayContaining(['video.avi', '480p.mp4', '1080p.mp4']));
    // The row says 'done' before the loop is made, and the folder stays until the loop is stored.
    await vi.waitFor(() => expect(incoming().filter((name) => name.startsWith('upload-'))).toEqual([]), {
      timeout: 30_000,
      interval: 100,
    });
    expect(kept()).toContain('loop.avif');
  },
  150_000,
);
