import { rules } from './rules.ts';
import { openGround, type Site } from './world.ts';

/** bin/bench: how long lists and figures take with 100 to 100,000 items; fails when a limit is exceeded. */

const sizes = [100, 1_000, 10_000, 100_000];
const warmUps = 2;
const rounds = 15;

/** The largest site takes at most this many times as long as the smallest … */
const mostGrowth = 3;
/** … or at most this many times as long as the newest items of the smallest. */
const mostWork = 10;

const say = (line: string) => void process.stdout.write(`${line}\n`);
const line = (name: string, cells: string[]) =>
  [name.padEnd(44), ...cells.map((cell) => cell.padStart(9))].join('');

/** Milliseconds by size. The sites take turns, so that other load of the machine slows all of them. */
async function medians(sites: Site[], rule: (typeof rules)[number][1]): Promise<number[]> {
  const times = sites.map((): number[] => []);
  for (let round = -warmUps; round < rounds; round += 1) {
    for (const [at, site] of sites.entries()) {
      const scope = site.scope();
      const begun = performance.now();
      await rule(scope);
      if (round >= 0) times[at]?.push(performance.now() - begun);
    }
  }
  return times.map((each) => each.toSorted((a, b) => a - b)[Math.floor(rounds / 2)] ?? 0);
}

const ground = await openGround();
const broken: string[] = [];
try {
  const sites: Site[] = [];
  for (const size of sizes) {
    process.stderr.write(`filling ${size} items and creators\n`);
    sites.push(await ground.build(size));
  }
  say(line('median ms', [...sizes.map((size) => size.toLocaleString('en-US')), 'growth']));
  let yardstick = 0;
  for (const [name, rule] of rules) {
    const measured = await medians(sites, rule);
    const [smallest = 0, largest = 0] = [measured.at(0), measured.at(-1)];
    yardstick ||= smallest;
    const isKept = largest <= mostGrowth * smallest || largest <= mostWork * yardstick;
    if (!isKept) broken.push(name);
    const growth = `${(largest / smallest).toFixed(1)} ×`;
    say(line(name, [...measured.map((ms) => ms.toFixed(2)), growth]) + (isKept ? '' : '  BROKEN'));
  }
  for (const site of sites) await site.close();
} finally {
  await ground.close();
}
say(broken.length === 0 ? '\nevery promise kept' : `\nbroken: ${broken.join(', ')}`);
process.exitCode = broken.length === 0 ? 0 : 1;
