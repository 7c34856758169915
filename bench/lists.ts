import { parseArgs } from 'node:util';
import { type Rule, rules } from './rules.ts';
import { openGround, type Site, type Size } from './world.ts';

/** `bin/bench lists`: how long lists and figures take on a small and a large site; fails when a limit is exceeded. */

const usage = `Usage: bin/bench lists [--items N] [--members N] [--likes N] [--rounds 200] [--rules TEXT]
  Without --items, sites of 200 to 200,000 items.
  --items     measures p50 and p99 on a site of so many items beside one of a twentieth
  --members   of the large site; a tenth of the items unless given
  --likes     of the large site; five for an item unless given
  --rounds    calls of each rule on each of both sites
  --rules     only the rules whose name has this text`;

const warmUps = 10;
/** How often a rule that broke its promise is measured again: other programs use the machine as well. */
const retries = 2;

interface Promised {
  sizes: Size[];
  rounds: number;
  /** The share of calls that are at least as fast as what is compared. */
  percentile: number;
  /** The largest site takes at most this many times as long as the smallest … */
  growth: number;
  /** … or at most this many times as long as the newest items of the smallest. */
  work: number;
}

const ofEvery = (items: number): Size => ({ items: 2 * items, members: items, likes: 0 });
const usual: Promised = {
  sizes: [100, 1_000, 10_000, 100_000].map(ofEvery),
  rounds: 15,
  percentile: 0.5,
  growth: 3,
  work: 10,
};

function readOptions(): { promised: Promised; only: string } {
  const text = { type: 'string', default: '' } as const;
  const { values } = parseArgs({
    options: { items: text, members: text, likes: text, rounds: text, rules: text },
  });
  const number = (name: 'items' | 'members' | 'likes' | 'rounds', fallback: number) => {
    const value = Number(values[name] || fallback);
    if (!Number.isInteger(value) || value < 0) throw new Error(`--${name} must be a whole number.\n${usage}`);
    return value;
  };
  const items = number('items', 0);
  if (items === 0) return { promised: usual, only: values.rules };
  if (items < 100_000) throw new Error(`--items must be 100,000 or more.\n${usage}`);
  const large = { items, members: number('members', items / 10), likes: number('likes', 5 * items) };
  // Both sites have more than the 3,000 rows that a list reads before it uses the indexes of filters (ADR-005).
  const part = (whole: number) => Math.ceil(whole / 20);
  const small = { items: part(items), members: part(large.members), likes: part(large.likes) };
  const promised = { sizes: [small, large], rounds: number('rounds', 200), percentile: 0.99 };
  return { promised: { ...promised, growth: 1.5, work: 1.5 }, only: values.rules };
}

const say = (line: string) => void process.stdout.write(`${line}\n`);
const line = (name: string, cells: string[]) =>
  [name.padEnd(46), ...cells.map((cell) => cell.padStart(11))].join('');

/** Sorted milliseconds by site. The sites take turns, so that other load of the machine slows all of them. */
async function timesOf(sites: Site[], rule: Rule, rounds: number): Promise<number[][]> {
  for (const site of sites) await site.tick();
  const times = sites.map((): number[] => []);
  for (let round = -warmUps; round < rounds; round += 1) {
    for (const [at, site] of sites.entries()) {
      const scope = site.scope();
      const begun = performance.now();
      await rule(scope);
      if (round >= 0) times[at]?.push(performance.now() - begun);
    }
  }
  return times.map((each) => each.toSorted((a, b) => a - b));
}

const at = (times: number[], share: number) => times[Math.ceil(share * times.length) - 1] ?? 0;

async function measure(sites: Site[], { rounds, percentile, growth, work }: Promised, only: string) {
  const broken: string[] = [];
  let yardstick = 0;
  for (const [name, rule] of rules.filter(([name], nth) => nth === 0 || name.includes(only))) {
    let times: number[][] = [];
    let isKept = false;
    let grown = 0;
    for (let tries = 0; !isKept && tries <= retries; tries += 1) {
      times = await timesOf(sites, rule, rounds);
      const compared = times.map((each) => at(each, percentile));
      const [smallest = 0, largest = 0] = [compared.at(0), compared.at(-1)];
      yardstick ||= smallest;
      grown = largest / smallest;
      isKept = largest <= growth * smallest || largest <= work * yardstick;
    }
    if (!isKept) broken.push(name);
    const cells = times.flatMap((each) =>
      (percentile === 0.5 ? [0.5] : [0.5, percentile]).map((share) => at(each, share).toFixed(2)),
    );
    say(line(name, [...cells, `${grown.toFixed(1)} ×`]) + (isKept ? '' : '  BROKEN'));
  }
  return broken;
}

const { promised, only } = readOptions();
const ground = await openGround();
let broken: string[] = [];
try {
  const sites: Site[] = [];
  for (const size of promised.sizes) {
    const begun = performance.now();
    sites.push(await ground.build(size));
    const seconds = ((performance.now() - begun) / 1_000).toFixed(0);
    process.stderr.write(
      `filled ${size.items} items, ${size.members} members, ${size.likes} likes in ${seconds} s\n`,
    );
  }
  const shown = promised.percentile === 0.5 ? [''] : [' p50', ` p${100 * promised.percentile}`];
  const heads = promised.sizes.flatMap(({ items }) =>
    shown.map((of) => `${items >= 1_000 ? `${items / 1_000}k` : items}${of}`),
  );
  say(line('ms', [...heads, 'growth']));
  broken = await measure(sites, promised, only);
  for (const site of sites) await site.close();
} finally {
  await ground.close();
}
say(broken.length === 0 ? '\nevery promise kept' : `\nbroken: ${broken.join(', ')}`);
process.exitCode = broken.length === 0 ? 0 : 1;
