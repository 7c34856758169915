import { readdirSync, readFileSync } from 'node:fs';
import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { startSite } from '../tests/support/site/site.ts';

/** bin/bench uploads: the memory of ten uploads of 100 MB, as plain forms and in chunks; at most 200 MB. */

const many = 10;
const bytes = 100 * 1024 ** 2;
const promised = 200;
const pieceBytes = 8 * 1024 ** 2;
const say = (line: string) => void process.stdout.write(`${line}\n`);

const video = largeVideo();
const site = await startSite({ env: { SEED_DEMO: '0', RATE_LIMIT_SCALE: '10000' } });
const broken: string[] = [];
try {
  const people = await Promise.all(Array.from({ length: many }, (_, n) => register(n)));
  const [first = ''] = people;
  // Each way runs once before measuring, so that one-time costs do not count.
  await sendForm(first, video.subarray(0, 1024 ** 2));
  await sendInChunks(first, video, 'warm.mp4');
  for (const [name, send] of [
    ['plain forms', (cookie: string) => sendForm(cookie, video)],
    ['in chunks', (cookie: string) => sendInChunks(cookie, video, 'video.mp4')],
  ] as const) {
    await sleep(3_000);
    const before = memory().site;
    const peak = memory();
    const watch = setInterval(() => {
      const now = memory();
      peak.site = Math.max(peak.site, now.site);
      peak.programs = Math.max(peak.programs, now.programs);
    }, 50);
    const begun = performance.now();
    await Promise.all(people.map(send));
    clearInterval(watch);
    const seconds = ((performance.now() - begun) / 1000).toFixed(1);
    const extra = Math.round(peak.site - before);
    if (extra > promised) broken.push(name);
    say(
      `${name.padEnd(12)} ${many} × 100 MB in ${seconds} s: ${extra} MB more than the ${Math.round(before)} MB before; ffmpeg ${Math.round(peak.programs)} MB at most`,
    );
  }
} finally {
  await site.stop();
}
say(broken.length === 0 ? '\nevery promise kept' : `\nbroken: ${broken.join(', ')}`);
process.exitCode = broken.length === 0 ? 0 : 1;

function largeVideo() {
  const clip = readFileSync('app/demo/clips/scissor-sweep.mp4');
  const box = Buffer.alloc(bytes - clip.length, 1);
  box.writeUInt32BE(box.length);
  box.write('free', 4);
  return Buffer.concat([clip, box]);
}

/** Megabytes of the site and of the ffmpeg processes that it runs, without the database. */
function memory(): { site: number; programs: number } {
  const own = site.child.pid ?? 0;
  const held = { site: 0, programs: 0 };
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const status = readFileSync(`/proc/${pid}/status`, 'utf8');
      const megabytes = Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024;
      if (Number(pid) === own) held.site = megabytes;
      else if (new RegExp(`PPid:\\s+${own}\\n`).test(status) && !/Name:\s+postgres/.test(status))
        held.programs += megabytes;
    } catch {
      // The process has ended.
    }
  }
  return held;
}

async function register(n: number): Promise<string> {
  const username = `bench_${n}`;
  const person = {
    username,
    email: `${username}@example.com`,
    password: 'open guard 22',
    firstName: 'B',
    lastName: 'N',
  };
  const answer = await fetch(`${site.address}/api/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...person, confirmPassword: person.password }),
  });
  if (!answer.ok) throw new Error(`Not registered: ${answer.status} ${await answer.text()}`);
  return answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');
}

async function sendForm(cookie: string, file: Buffer) {
  const field = (name: string, value: string) =>
    `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  const words = field('title', 'A video') + field('category', 'training');
  const head = `${words}--x\r\nContent-Disposition: form-data; name="files"; filename="video.mp4"\r\n\r\n`;
  const parts = [Buffer.from(head), file, Buffer.from('\r\n--x--\r\n')];
  const status = await send(
    'POST',
    '/upload',
    { cookie, 'content-type': 'multipart/form-data; boundary=x' },
    parts,
  );
  if (file === video && status.code !== 303)
    throw new Error(`A form was answered ${status.code}: ${status.text}`);
}

async function sendInChunks(cookie: string, file: Buffer, name: string) {
  const head = file.subarray(0, 12).toString('hex');
  const json = { cookie, 'content-type': 'application/json' };
  const facts = JSON.stringify({ name, bytes: file.length, modified: 1, head });
  const { id } = JSON.parse((await send('POST', '/api/uploads', json, [Buffer.from(facts)])).text);
  for (let at = 0; at < file.length; at += pieceBytes) {
    const headers = {
      cookie,
      'content-type': 'application/offset+octet-stream',
      'upload-offset': String(at),
    };
    const { code, text } = await send('PATCH', `/api/uploads/${id}`, headers, [
      file.subarray(at, at + pieceBytes),
    ]);
    if (code !== 200) throw new Error(`A chunk was answered ${code}: ${text}`);
  }
  // It may take longer than a request may; the next try finds it done.
  for (let code = 0; code !== 200; ) {
    ({ code } = await send('POST', `/api/uploads/${id}/finish`, json, []));
    if (code !== 200) await sleep(500);
  }
}

function send(method: string, path: string, headers: Record<string, string>, parts: Buffer[]) {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  return new Promise<{ code: number; text: string }>((done, fail) => {
    const all = { ...headers, origin: site.address, 'content-length': String(length) };
    const call = request(new URL(path, site.address), { method, headers: all }, (answer) => {
      let text = '';
      answer.on('data', (chunk: Buffer) => {
        text += chunk.toString();
      });
      answer.on('end', () => done({ code: answer.statusCode ?? 0, text: text.slice(0, 200) }));
    });
    call.on('error', fail);
    for (const part of parts) call.write(part);
    call.end();
  });
}
