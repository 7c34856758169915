import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { isThere, onCore } from './http/client.ts';
import { memoryOf, ownCores } from './http/processes.ts';
import { addresses, knownOf, openPeople, requestFor, type Sent } from './http/requests.ts';
import { startSite } from './http/stacks.ts';
import { type Target, targets } from './http/targets.ts';
import type { Asked, Kind, Slowly } from './slow-client.ts';

/** bin/bench overload --slow: members beside 400 connections that send a byte a second; bench/README.md. */

const promisedRatio = 1.5;
const seconds = 15;
const memberPages = ['dashboard', 'discover-member', 'item-member', 'landing-member'];
const attack = process.argv[2] ?? 'bodies';
const run = promisify(execFile);
const say = (line: string) => void process.stdout.write(`${line}\n`);
const named = (names: string[]) => targets.filter(({ name }) => names.includes(name));

const cores = ownCores();
const isPinned = isThere('taskset') && cores.length > 1;
const [siteCore, clientCore] = isPinned ? [cores[0] ?? null, cores.at(-1) ?? null] : [null, null];
const site = await startSite(process.cwd(), { core: siteCore, hasDemo: true, isProduction: false });
const file = join(tmpdir(), `summa-slow-${process.pid}.json`);
const broken: string[] = [];

async function ask(attack: string, forSeconds = seconds): Promise<Slowly> {
  const words = [process.execPath, 'bench/slow-client.ts', String(site.port), file, String(forSeconds)];
  const [program = '', ...args] = [...onCore(clientCore), ...words, attack];
  const { stdout } = await run(program, args, { maxBuffer: 100_000_000 });
  return JSON.parse(stdout) as Slowly;
}

/** A picture of noise in a form, a little longer than a form without files may be. */
async function uploadOf(cookie: string): Promise<Sent> {
  const side = 305;
  const raw = { width: side, height: side, channels: 3 as const };
  const picture = await sharp(randomBytes(side * side * 3), { raw })
    .png()
    .toBuffer();
  const field = (name: string, value: string) =>
    `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  const words = field('title', 'From a phone') + field('category', 'training') + field('tier', 'free');
  const head =
    '--x\r\nContent-Disposition: form-data; name="files"; filename="a.png"\r\nContent-Type: image/png\r\n\r\n';
  const body = `${words}${head}${picture.toString('latin1')}\r\n--x--\r\n`;
  const type = 'multipart/form-data; boundary=x';
  const headers = { cookie, 'content-type': type, 'content-length': String(body.length) };
  return { method: 'POST', path: '/api/content', headers, body };
}

function signIn(n: number): Sent {
  const body = JSON.stringify({ email: `bench_${n % 48}@example.com`, password: 'open guard 22' });
  const headers = { 'content-type': 'application/json', 'content-length': String(body.length) };
  const forwarded = { 'x-forwarded-for': `10.8.${n >> 8}.${n & 255}` };
  return { method: 'POST', path: '/api/login', headers: { ...headers, ...forwarded }, body };
}

const share = (all: number[], part: number) =>
  all.toSorted((a, b) => a - b)[Math.floor(all.length * part)] ?? Number.NaN;
const needs = (holds: boolean, what: string) => {
  if (!holds) broken.push(what);
};

try {
  const people = await openPeople(site, true);
  const known = await knownOf(site);
  const requests = (all: Target[]) =>
    Array.from({ length: addresses }, (_, n) => requestFor(all[n % all.length] as Target, known, people, n));
  const asked: Asked = {
    pages: requests(named(memberPages)),
    likes: requests(named(['like'])),
    'sign-ins': Array.from({ length: 1_000 }, (_, n) => signIn(n)),
    phone: await uploadOf(people.likers[0]?.cookie ?? ''),
  };
  writeFileSync(file, JSON.stringify(asked));
  await ask('none', 3);
  // Before and after, because other programs use the machine as well.
  const quietBefore = await ask('none');
  const { nowMb: before } = memoryOf(site.pid);
  const slow = await ask(attack);
  const { nowMb: after } = memoryOf(site.pid);
  const quietAfter = await ask('none');
  say(`400 slow connections (${attack}) from 50 addresses beside members, for ${seconds} s each`);
  say(`  ${'p50, p95 in ms'.padEnd(14)}${'quiet'.padStart(14)}${'beside them'.padStart(16)}`);
  for (const kind of Object.keys(slow.ms) as Kind[]) {
    const [a, b] = [[...quietBefore.ms[kind], ...quietAfter.ms[kind]], slow.ms[kind]];
    const shown = [a, b].map((all) => `${share(all, 0.5).toFixed(0)}, ${share(all, 0.95).toFixed(0)}`);
    const ratio = share(b, 0.95) / share(a, 0.95);
    say(`  ${kind.padEnd(14)}${shown[0]?.padStart(14)}${shown[1]?.padStart(16)}   p95 × ${ratio.toFixed(2)}`);
    needs(ratio <= promisedRatio, `p95 of ${kind} × ${ratio.toFixed(2)}, promised ${promisedRatio}`);
  }
  const { status, seconds: took } = slow.phone;
  say(
    `  a phone's upload at 20 kB/s: ${status} after ${took.toFixed(1)} s (quiet ${quietBefore.phone.status})`,
  );
  say(`  slow connections: ${slow.opened} opened, answers ${JSON.stringify(slow.answers)}`);
  say(`  memory: ${before} MB before, ${after} MB after`);
  needs(status >= 200 && status < 300, "the phone's upload did not finish");
  needs(slow.failed === 0, `${slow.failed} of the members' requests failed`);
  say(
    `  failed requests of members: ${slow.failed}, on the quiet site ${quietBefore.failed + quietAfter.failed}`,
  );
} finally {
  await site.stop();
  rmSync(file, { force: true });
}
say(broken.length === 0 ? 'every promise kept' : `not kept:\n  ${broken.join('\n  ')}`);
process.exitCode = broken.length === 0 ? 0 : 1;
