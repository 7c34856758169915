import type { Role } from '../app/features/map/graph/states.ts';
import { techniqueMap } from '../app/features/map/graph/technique-map.server.ts';
import { findWays } from '../app/features/map/graph/ways.ts';
import { importFile } from '../app/features/map/import/import-file.server.ts';
import { openGround } from './world.ts';

/** `bin/bench map`: the import, ways between random positions, and the memory of the map; bench/README.md. */

const promised = { importSeconds: 60, wayMs: 5, megabytes: 20 };
const questions = 5_000;

const say = (line: string) => void process.stdout.write(`${line}\n`);
const ground = await openGround();
const site = await ground.build({ items: 200, members: 100, likes: 0 });
const broken: string[] = [];
function report(what: string, value: number, most: number, unit: string) {
  say(`${what.padEnd(32)} ${value.toFixed(2).padStart(8)} ${unit}, at most ${most}`);
  if (value > most) broken.push(what);
}

try {
  const importedAt = performance.now();
  await importFile(site.scope());
  report('import', (performance.now() - importedAt) / 1_000, promised.importSeconds, 's');

  globalThis.gc?.();
  const before = process.memoryUsage();
  const map = await techniqueMap(site.scope());
  globalThis.gc?.();
  const after = process.memoryUsage();
  const bytes = after.heapUsed - before.heapUsed + after.arrayBuffers - before.arrayBuffers;
  report('map in memory', bytes / 1e6, promised.megabytes, 'MB');

  const ids = [...map.positions.keys()];
  // The same numbers each time, from a generator of Park and Miller.
  let seed = 22;
  const below = (limit: number) => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % limit;
  };
  const times: number[] = [];
  for (let n = 0; n < questions; n++) {
    const as: Role = below(2) === 0 ? 'top' : 'bottom';
    const [from, to] = [[ids[below(ids.length)]!], [ids[below(ids.length)]!]];
    const question = { from, to, as, endAs: null };
    const { user, system } = process.cpuUsage();
    findWays(map, question, ({ transition }) => (transition.id % 4 === 0 ? 0.7 : 1));
    const spent = process.cpuUsage({ user, system });
    times.push((spent.user + spent.system) / 1_000);
  }
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.floor(share * questions)]!;
  report('three ways, median', at(0.5), promised.wayMs, 'ms of processor');
  report('three ways, of 99 in 100', at(0.99), promised.wayMs, 'ms of processor');
} finally {
  await site.close();
  await ground.close();
}
if (broken.length > 0) {
  say(`Broken: ${broken.join(', ')}`);
  process.exitCode = 1;
}
