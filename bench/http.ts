import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Answered } from './http/bare.ts';
import { isThere, openClient, type Requests, writeRequests } from './http/client.ts';
import { answeredOf, beside, type Contender, check, contenderOf, type OpenSite } from './http/contenders.ts';
import { pairedRatio, type Summary, summaryOf, totalUs, type Window } from './http/figures.ts';
import { readOptions, usage } from './http/options.ts';
import { type Memory, memoryOf, ownCores, snapshot, usedBy, usedByOthers } from './http/processes.ts';
import { addresses, bytesOf, knownOf, openPeople } from './http/requests.ts';
import { type Stack, startServer, startSite } from './http/stacks.ts';
import type { Target } from './http/targets.ts';

/** `bin/bench http`: answers a second and what they cost, beside a bare server and a reference; bench/README.md. */

/** From here on the client, or other programs, may be what is measured. */
const mostClientShare = 0.9;
const mostOthersShare = 0.12;

const say = (line = '') => void process.stdout.write(`${line}\n`);
const tell = (line: string) => void process.stderr.write(`${line}\n`);

/** One of the servers that take turns. */
async function openSite(checkout: string, items: number): Promise<OpenSite> {
  const hasDemo = items === 0;
  tell(`starting the site of ${checkout}`);
  const site = await startSite(checkout, { core: stackCore, hasDemo, isProduction: options.isProduction });
  opened.push(site);
  if (!hasDemo) {
    tell(`filling it with ${items} items`);
    const { fillDatabase } = await import('./world.ts');
    await fillDatabase(site.databaseUrl, items);
  }
  await sleep(5_000);
  const idle = memoryOf(site.pid);
  return { site, idle, people: await openPeople(site, hasDemo), known: await knownOf(site) };
}

interface Opened {
  /** In the order of the table. */
  contenders: Contender[];
  sites: Record<string, OpenSite>;
}

async function openContenders(): Promise<Opened> {
  const site = await openSite(process.cwd(), options.items);
  const own = contenderOf('site', site);
  const answered: Record<string, Answered> = {};
  const pages: Record<string, string> = {};
  for (const target of options.targets) {
    const [received] = await check(own, target);
    if (!received) continue;
    answered[target.name] = answeredOf(received);
    pages[target.name] = received.text;
  }
  const { databaseUrl, roots } = site.site;
  const memberIds = site.people.likers.map(({ id }) => id);
  const bare = await startServer('bench/http/bare.ts', { answered }, stackCore);
  opened.push(bare);
  const reference = await startServer(
    'bench/http/reference.tsx',
    { databaseUrl, answered, pages, memberIds },
    stackCore,
  );
  opened.push(reference);
  // It asks the site's database.
  reference.roots.PostgreSQL = roots.PostgreSQL ?? 0;
  const contenders = [
    beside('bare', bare, site, (target) => `/${target.name}`),
    beside('reference', reference, site, (target, path) => target.reference(path, target.name)),
    own,
  ];
  if (!options.against) return { contenders, sites: { site } };
  const against = await openSite(options.against, options.items);
  return { contenders: [...contenders, contenderOf('against', against)], sites: { site, against } };
}

async function windowOf({ roots }: Contender, requests: Requests): Promise<Window> {
  const before = snapshot();
  const began = performance.now();
  const answers = await client.send(requests, options.seconds);
  const ms = performance.now() - began;
  const after = snapshot();
  const ofClient = (after.get(process.pid)?.endedMs ?? 0) - (before.get(process.pid)?.endedMs ?? 0);
  const ours = opened.flatMap((stack) => Object.values(stack.roots));
  const costs = Object.entries(roots).map(
    ([name, root]) => [name, (usedBy(root, before, after) * 1_000) / answers.answers] as const,
  );
  return {
    ...answers,
    clientShare: ofClient / ms,
    othersShare: usedByOthers([process.pid, ...ours], before, after) / ms,
    cpuUs: Object.fromEntries(costs),
  };
}

/** The quietest of some windows; one that other programs left alone is enough. */
async function quietWindow(contender: Contender, requests: Requests): Promise<Window> {
  let quietest = await windowOf(contender, requests);
  for (let n = 0; n < options.retries && quietest.othersShare > mostOthersShare; n += 1) {
    const again = await windowOf(contender, requests);
    if (again.othersShare < quietest.othersShare) quietest = again;
  }
  return quietest;
}

interface Line extends Summary {
  server: string;
  windows: Window[];
  ofBare: number;
  /** By processor time instead of answers a second. */
  ofBareByCpu: number;
  ofReference: number;
  /** Megabytes of the answering process after its windows. */
  memoryMb: number;
}

interface Lane {
  contender: Contender;
  windows: Window[];
  requests: Requests;
  bytes: number;
}

/** What each server is asked for one target. */
async function lanesOf(target: Target, { contenders, sites }: Opened): Promise<Lane[]> {
  // A page may have changed since, and its tag with it.
  for (const open of Object.values(sites)) open.known = await knownOf(open.site);
  const lanes: Lane[] = [];
  for (const contender of contenders) {
    const [first] = await check(contender, target);
    const file = join(folder, `${target.name}-${contender.name}`);
    const { port } = contender.stack;
    writeRequests(
      file,
      Array.from({ length: addresses }, (_, n) => bytesOf(contender.ask(target, n), port)),
    );
    lanes.push({ contender, windows: [], requests: { port, file, sent: 0 }, bytes: first?.bytes ?? 0 });
  }
  return lanes;
}

/** V8 compiles in steps what runs often. Until then a member's page costs up to four times as much, and of several pages
 *  the first would be measured as the slowest. */
async function warmUp(all: Opened) {
  if (options.warm === 0) return;
  tell(`asking each server for each target for ${options.warm} s`);
  for (const target of options.targets)
    for (const { requests } of await lanesOf(target, all)) await client.send(requests, options.warm);
}

async function measure(target: Target, all: Opened): Promise<Line[]> {
  const lanes = await lanesOf(target, all);
  for (let round = 0; round < options.rounds; round += 1)
    for (const { contender, requests, windows } of round % 2 === 0 ? lanes : lanes.toReversed())
      windows.push(await quietWindow(contender, requests));
  const windowsOf = (name: string) => lanes.find(({ contender }) => contender.name === name)?.windows ?? [];
  const ratio = (windows: Window[], of: Window[], value: (window: Window) => number) =>
    pairedRatio(windows.map(value), of.map(value));
  const lines: Line[] = [];
  for (const { contender, windows, requests, bytes } of lanes) {
    await check(contender, target);
    const place = `${contender.name}, ${target.name}`;
    const summary = summaryOf(windows);
    if (summary.errors > 0) faults.push(`${place}: ${summary.errors} answers were errors`);
    // The client counts a redirect as no error, but it has no body; and a 304 may have become a 200.
    const sizes = windows.map((window) => window.bytes / window.answers / bytes);
    if (sizes.some((size) => size < 0.5 || size > 4))
      faults.push(`${place}: the length of the answers changed (${sizes.map(share).join(', ')})`);
    if (summary.clientShare >= mostClientShare)
      faults.push(`${place}: the client was the limit (${share(summary.clientShare)} of a core)`);
    const speed = ({ perSecond }: Window) => perSecond;
    lines.push({
      ...summary,
      server: contender.name,
      windows,
      ofBare: ratio(windows, windowsOf('bare'), speed),
      ofBareByCpu: 1 / ratio(windows, windowsOf('bare'), totalUs),
      ofReference: ratio(windows, windowsOf('reference'), speed),
      memoryMb: memoryOf(contender.stack.pid).nowMb,
    });
    rmSync(requests.file);
  }
  return lines;
}

const share = (value: number) => value.toFixed(value < 0.1 ? 4 : 2);
const cells = (texts: string[]) =>
  texts.map((text, at) => (at === 0 ? text.padEnd(10) : text.padStart(10))).join('');
const heads = ['', 'answers/s', 'of bare', 'by CPU', 'of ref.', 'p50 ms', 'p99 ms', 'µs node', 'µs data'];

function show({ name, what, floor }: Target, lines: Line[]) {
  say(`\n${name}: ${what}; at least ${floor} of bare`);
  say(cells([...heads, 'MB', 'busy', 'client', 'others']));
  for (const line of lines) {
    const { server, perSecond, p50Ms, p99Ms, cpuUs, clientShare, othersShare } = line;
    const costs = [cpuUs.node, cpuUs.PostgreSQL].map((us) =>
      us === undefined ? '' : us.toFixed(us < 100 ? 1 : 0),
    );
    const shares = [line.ofBare, line.ofBareByCpu, line.ofReference].map(share);
    const times = [p50Ms, p99Ms].map((ms) => ms.toFixed(2));
    // Where others take the processor, answers a second say little about either server.
    const reached = othersShare > mostOthersShare ? line.ofBareByCpu : line.ofBare;
    const isBelow = server === 'site' && reached < floor;
    const text = [
      server,
      perSecond.toFixed(0),
      ...shares,
      ...times,
      ...costs,
      String(line.memoryMb),
      share((perSecond * line.cpuUsTotal) / 1e6),
      share(clientShare),
      share(othersShare),
    ];
    say(cells(text) + (isBelow ? '  BELOW' : ''));
    if (isBelow) faults.push(`site, ${name}: ${share(reached)} of bare, promised ${floor}`);
  }
}

let options: ReturnType<typeof readOptions>;
try {
  options = readOptions();
} catch (error) {
  tell(`${error instanceof Error ? error.message : error}\n${usage}`);
  process.exit(2);
}
const cores = ownCores();
const isPinned = isThere('taskset') && cores.length > 1;
const stackCore = isPinned ? (cores[0] ?? null) : null;
const clientCore = isPinned ? (cores.at(-1) ?? null) : null;
const folder = mkdtempSync(join(tmpdir(), 'summa-bench-client-'));
const client = openClient({ folder, core: clientCore, connections: options.connections });
const opened: Stack[] = [];
const faults: string[] = [];

say(
  isPinned
    ? `each server with its database on core ${stackCore}, ${client.name} on core ${clientCore}`
    : `${client.name} shares the cores with the servers, because ${cores.length > 1 ? 'taskset is missing' : 'there is one core'}`,
);
const figures: { target: string; lines: Line[] }[] = [];
try {
  const all = await openContenders();
  await warmUp(all);
  for (const target of options.targets) {
    const lines = await measure(target, all);
    show(target, lines);
    figures.push({ target: target.name, lines });
  }
  await sleep(5_000);
  say('\nmemory of the site, MB');
  const memory: Record<string, { idle: Memory; loaded: Memory }> = {};
  for (const [name, { site, idle }] of Object.entries(all.sites)) {
    const loaded = memoryOf(site.pid);
    memory[name] = { idle, loaded };
    say(`${name.padEnd(11)}${idle.nowMb} idle, ${loaded.nowMb} after the load, ${loaded.mostMb} at most`);
  }
  mkdirSync(dirname(options.out), { recursive: true });
  const { targets: _, ...settings } = options;
  const facts = { when: new Date().toISOString(), client: client.name, isPinned, ...settings };
  writeFileSync(options.out, JSON.stringify({ ...facts, figures, memory, faults }, null, 1));
  if (figures.some(({ lines }) => lines.some(({ othersShare }) => othersShare > mostOthersShare)))
    say('\nother programs used the machine: what counts is by CPU, not the answers a second');
  say(`\nall figures are in ${options.out}`);
} finally {
  for (const stack of opened.toReversed()) await stack.stop();
  rmSync(folder, { recursive: true, force: true });
}
say(faults.length === 0 ? '\nevery promise kept' : `\nnot kept, or not measured:\n  ${faults.join('\n  ')}`);
process.exitCode = faults.length === 0 ? 0 : 1;
