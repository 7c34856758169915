import { type SpawnOptions, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { missingPackages } from './cluster/processes.ts';

/** `bin/test scale`: kills machines of a cluster while members write, and compares what was acknowledged with what is
 *  there. Each experiment is done three times, or SCALE_ROUNDS times. */

const table = 'test-results/scale.jsonl';
const report = 'test-results/scale.json';
const say = (line: string) => void process.stdout.write(`${line}\n`);

function run(command: string, words: string[], options: SpawnOptions = {}): Promise<boolean> {
  return new Promise((done) => {
    const child = spawn(command, words, { stdio: 'inherit', ...options });
    child.on('error', () => done(false));
    child.on('exit', (code) => done(code === 0));
  });
}

interface Measured {
  name: string;
  round: number;
  note?: string;
  acknowledged: number;
  lost: string[];
  twice: string[];
  broken: string[];
  wrong: string[];
  pauseSeconds: number;
  refused: number;
}

/** The table of what was measured, one line for each experiment and round. */
function printTable() {
  if (!existsSync(table)) return;
  const lines = readFileSync(table, 'utf8').split('\n').filter(Boolean);
  const all = lines.map((line) => JSON.parse(line) as Measured);
  say(
    '\nexperiment | round | acknowledged so far | lost | twice | wrong sums | longest pause | 503 | other answers',
  );
  for (const each of all) {
    const counts = [each.lost, each.twice, each.broken].map(({ length }) => length).join(' | ');
    const name = each.note ? `${each.name} (${each.note})` : each.name;
    const rest = `${counts} | ${each.pauseSeconds} s | ${each.refused} | ${each.wrong.length}`;
    say(`${name} | ${each.round} | ${each.acknowledged} | ${rest}`);
  }
}

interface Report {
  numPassedTests: number;
  numFailedTests: number;
}

// Installing them starts services on most machines, so that is left to the operator.
const missing = missingPackages();
if (missing.length > 0) {
  say(
    `${missing.join(', ')} are missing: nothing was tested (Debian: apt-get install --no-install-recommends ${missing.join(' ')}).`,
  );
  say('\n0 passed, 0 failed');
  process.exit(0);
}
mkdirSync('test-results', { recursive: true });
for (const file of [table, report]) rmSync(file, { force: true });
const isBuilt = await run('sh', ['-c', '. bin/prepare.sh && install_packages && build_if_stale']);
const words = [
  'node_modules/vitest/vitest.mjs',
  'run',
  '--project=scale',
  '--reporter=verbose',
  '--reporter=json',
];
const isRight = isBuilt && (await run(process.execPath, [...words, `--outputFile.json=${report}`]));
printTable();
const { numPassedTests: passed = 0, numFailedTests: failed = 0 } = existsSync(report)
  ? (JSON.parse(readFileSync(report, 'utf8')) as Report)
  : {};
// A cluster that does not start fails no test that could be counted.
say(`\n${passed} passed, ${Math.max(failed, isRight ? 0 : 1)} failed`);
process.exitCode = isRight ? 0 : 1;
