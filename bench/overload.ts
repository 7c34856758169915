import { execFile } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { isThere, onCore } from './http/client.ts';
import { memoryOf, ownCores, snapshot, usedBy } from './http/processes.ts';
import { addresses, knownOf, openPeople, requestFor } from './http/requests.ts';
import { startSite } from './http/stacks.ts';
import { type Target, targets } from './http/targets.ts';
import type { Seen } from './overload-client.ts';

/** bin/bench overload: four times as many members' pages as the site can make; bench/README.md. */

const promised = { goodput: 0.9, keptP99Ms: 50 };
const times = 4;
const [peakSeconds, overloadSeconds] = [10, 20];
const memberPages = ['dashboard', 'discover-member', 'item-member', 'landing-member'];
const keptPages = ['discover', 'landing', 'item'];

const run = promisify(execFile);
const say = (line: string) => void process.stdout.write(`${line}\n`);
const named = (names: string[]) => targets.filter(({ name }) => names.includes(name));

const cores = ownCores();
const isPinned = isThere('taskset') && cores.length > 1;
const [stackCore, clientCore] = isPinned ? [cores[0] ?? null, cores.at(-1) ?? null] : [null, null];
const site = await startSite(process.cwd(), { core: stackCore, hasDemo: true, isProduction: false });
const file = join(tmpdir(), `summa-overload-${process.pid}.json`);
const broken: string[] = [];

/** With the processor time of site and database for each page that a member got. */
interface Measured extends Seen {
  msForEach: number;
}

async function ask(seconds: number, connections: number, rate: number): Promise<Measured> {
  const words = [process.execPath, 'bench/overload-client.ts', String(site.port), file];
  const [program = '', ...args] = [...onCore(clientCore), ...words, String(seconds), String(connections)];
  const before = snapshot();
  const { stdout } = await run(program, [...args, String(rate)], { maxBuffer: 100_000_000 });
  const after = snapshot();
  const seen = JSON.parse(stdout) as Seen;
  const usedMs = Object.values(site.roots).reduce((sum, root) => sum + usedBy(root, before, after), 0);
  return { ...seen, msForEach: usedMs / (seen.members[200] ?? 0) };
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
  writeFileSync(
    file,
    JSON.stringify({ members: requests(named(memberPages)), kept: requests(named(keptPages)) }),
  );
  await ask(3, 16, 0);
  const peakSeen = await ask(peakSeconds, 16, 0);
  const peak = (peakSeen.members[200] ?? 0) / peakSeen.seconds;
  say(
    `peak: ${peak.toFixed(0)} members' pages a second, p99 ${share(peakSeen.membersMs, 0.99).toFixed(0)} ms`,
  );
  const seen = await ask(overloadSeconds, 512, Math.round(times * peak));
  const { 200: good = 0, 503: refused = 0, ...others } = seen.members;
  const goodput = good / seen.seconds / peak;
  const keptP99 = share(seen.keptMs, 0.99);
  const byCpu = peakSeen.msForEach / seen.msForEach;
  say(`overload: ${(times * peak).toFixed(0)} a second for ${overloadSeconds} s`);
  say(
    `  answered: ${good}, ${(good / seen.seconds).toFixed(0)} a second, ${goodput.toFixed(2)} of the peak; by processor time ${byCpu.toFixed(2)}`,
  );
  say(`  p50 ${share(seen.membersMs, 0.5).toFixed(0)} ms, p99 ${share(seen.membersMs, 0.99).toFixed(0)} ms`);
  say(`  503: ${refused}, without Retry-After ${seen.silent}, other answers ${JSON.stringify(others)}`);
  say(
    `  kept pages: ${seen.keptMs.length}, p50 ${share(seen.keptMs, 0.5).toFixed(1)} ms, p99 ${keptP99.toFixed(1)} ms`,
  );
  const { nowMb, mostMb } = memoryOf(site.pid);
  say(`  not ready: ${seen.unready} times; memory ${nowMb} MB, ${mostMb} at most`);
  needs(goodput >= promised.goodput, `${goodput.toFixed(2)} of the peak, promised ${promised.goodput}`);
  needs(
    keptP99 <= promised.keptP99Ms,
    `kept pages p99 ${keptP99.toFixed(0)} ms, promised ${promised.keptP99Ms}`,
  );
  needs(
    Object.keys(others).length === 0 && seen.silent === 0,
    'answers were neither 200 nor a 503 that says when',
  );
  needs(seen.keptFailed === 0, `${seen.keptFailed} kept pages failed`);
  needs(seen.unready === 0, 'the site said that it was not ready');
} finally {
  await site.stop();
  rmSync(file, { force: true });
}
say(broken.length === 0 ? 'every promise kept' : `not kept:\n  ${broken.join('\n  ')}`);
process.exitCode = broken.length === 0 ? 0 : 1;
