import { type SpawnOptions, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { relative } from 'node:path';
import { engines } from './engines/programs.ts';
import { findChromium } from './support/browser/chromium.ts';
import { retriedTestsFile } from './support/retried-tests.ts';
import { makeDemoFolder } from './support/site/site.ts';
import { hasVarnish } from './support/site/varnish.ts';

/** bin/test: every check in turn, each counted; ends with one plain line that says how many passed. `quick` leaves
 *  out what starts the built site to mistreat it, and all journeys but one of each area. */

const isQuick = process.argv[2] === 'quick';

const results = { passed: 0, failed: 0 };
/** Names of what failed, repeated at the end, where a long run is read. */
const failures: string[] = [];
/** Names of what passed only at its second try: a machine that is busy may cost some, a fault costs more. */
const secondTries: string[] = [];
/** Of about 1,400 tests that start a site or a browser. */
const mostSecondTries = 2;
/** Seconds that each part took, by its title. Some parts run at the same time. */
const times: [title: string, seconds: number][] = [];
const node = process.execPath;

function run(title: string, command: string, args: string[], options: SpawnOptions = {}): Promise<boolean> {
  process.stdout.write(`\n== ${title}\n`);
  const begin = performance.now();
  return new Promise((done) => {
    const env = { ...process.env, NO_COLOR: '1' };
    const child = spawn(command, args, { stdio: ['ignore', 'inherit', 'inherit'], env, ...options });
    child.on('error', () => done(false));
    child.on('exit', (code) => {
      times.push([title, Math.round((performance.now() - begin) / 1000)]);
      done(code === 0);
    });
  });
}

async function step(title: string, command: string, args: string[]) {
  const passed = await run(title, command, args);
  results[passed ? 'passed' : 'failed'] += 1;
  if (!passed) failures.push(title);
  return passed;
}

async function tests(title: string, project: string, settings: Record<string, string> = {}) {
  const file = `test-results/${project}.json`;
  const reporters = [
    '--reporter=dot',
    '--reporter=json',
    `--outputFile.json=${file}`,
    '--reporter=./tests/support/retried-tests.ts',
  ];
  rmSync(retriedTestsFile, { force: true });
  const words = ['node_modules/vitest/vitest.mjs', 'run', `--project=${project}`, ...reporters];
  const passed = await run(title, node, words, { env: { ...process.env, NO_COLOR: '1', ...settings } });
  secondTries.push(...(readReport<string[]>(retriedTestsFile) ?? []));
  const report = readReport<TestReport>(file);
  results.passed += report?.numPassedTests ?? 0;
  // A file that does not even load has no failed tests to count, yet it failed.
  results.failed += report ? Math.max(report.numFailedTests, passed ? 0 : 1) : 1;
  if (!report) failures.push(title);
  for (const { name, status, assertionResults } of report?.testResults ?? []) {
    const where = relative('.', name);
    const failed = assertionResults.filter((each) => each.status === 'failed');
    failures.push(...failed.map((each) => `${where} › ${each.fullName}`));
    if (status === 'failed' && failed.length === 0) failures.push(where);
  }
}

async function journeys(title: string, which: string[], file = 'test-results/e2e.json') {
  rmSync(file, { force: true });
  const passed = await run(title, node, ['node_modules/@playwright/test/cli.js', 'test', ...which]);
  const report = readReport<JourneyReport>(file);
  const { expected = 0, unexpected = 0, flaky = 0 } = report?.stats ?? {};
  results.passed += expected + flaky;
  results.failed += report ? Math.max(unexpected, passed ? 0 : 1) : 1;
  if (!report) failures.push(title);
  const lists: Record<string, string[]> = { unexpected: failures, flaky: secondTries };
  const collect = ({ suites = [], specs = [] }: JourneySuite): void => {
    for (const { file, title, tests } of specs)
      for (const { status, projectName } of tests) lists[status]?.push(`[${projectName}] ${file} › ${title}`);
    suites.forEach(collect);
  };
  report?.suites.forEach(collect);
}

/** A browser is needed; on Debian, root can fetch one, and others are shown how. */
async function needChromium(): Promise<boolean> {
  if (findChromium()) return true;
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    await run('Installing Chromium from the Debian packages', 'sh', [
      '-c',
      'apt-get update -q && for package in chromium-headless-shell chromium; do DEBIAN_FRONTEND=noninteractive apt-get install -y -q $package; done',
    ]);
  }
  if (findChromium()) return true;
  process.stderr.write(
    'The browser tests need Chromium. Install it (Debian: apt-get install chromium) or set CHROMIUM_PATH.\n',
  );
  return false;
}

/** What some tests use besides Chromium; where one is missing they are skipped, and the end says so. */
const programs: { name: string; uses: string; isHere?: () => boolean }[] = [
  { name: 'ffmpeg', uses: 'convert and play videos' },
  { name: 'lynx', uses: 'do what people come for in lynx' },
  { name: 'w3m', uses: 'read pages and sign in with w3m' },
  // Its file needs the modules, too.
  { name: 'varnish', uses: 'keep pages in front of the site', isHere: () => hasVarnish() },
  { name: 'varnish-modules', uses: 'keep pages in front of the site', isHere: () => hasVarnish() },
];
const isMissing = ({ name, isHere }: (typeof programs)[number]) =>
  isHere ? !isHere() : spawnSync(name, ['-version']).status !== 0;

/** Whether Chromium draws Arial in letters as wide as Arial's; the tests of widths rely on them. */
function hasFonts(): boolean {
  const found = spawnSync('fc-match', ['Arial', '--format=%{family}'], { encoding: 'utf8' });
  return found.status !== 0 || /Arial|Liberation Sans/.test(found.stdout);
}

/** Fetches them where it fetches Chromium. @returns those that are still not there */
async function needPrograms() {
  const missing = programs.filter(isMissing).map(({ name }) => name);
  if (!hasFonts()) missing.push('fonts-liberation');
  if (missing.length > 0 && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    await run(`Installing ${missing.join(', ')} from the Debian packages`, 'sh', [
      '-c',
      `apt-get update -q && for package in ${missing.join(' ')}; do DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends $package; done`,
    ]);
  }
  if (!hasFonts())
    process.stderr.write(
      'The tests of widths need Liberation Sans (Debian: apt-get install fonts-liberation).\n',
    );
  return programs.filter(isMissing);
}

interface JourneySuite {
  suites?: JourneySuite[];
  specs?: { file: string; title: string; tests: { status: string; projectName: string }[] }[];
}
interface JourneyReport {
  stats: { expected: number; unexpected: number; flaky: number };
  suites: JourneySuite[];
}
interface TestReport {
  numPassedTests: number;
  numFailedTests: number;
  testResults: {
    name: string;
    status: string;
    assertionResults: { fullName: string; status: string }[];
  }[];
}

function readReport<Report>(file: string): Report | null {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Report) : null;
}

rmSync('test-results', { recursive: true, force: true });
mkdirSync('test-results', { recursive: true });
const hasChromium = await needChromium();
const absent = await needPrograms();

// Each of them keeps one core busy, or less.
const [isBuilt] = await Promise.all([
  step('Build', 'sh', ['-c', '. bin/prepare.sh && install_packages && build_if_stale']).then(
    async (isBuilt) => {
      // Why a site does not start, its own tests say.
      if (isBuilt) await makeDemoFolder().catch(() => null);
      return isBuilt;
    },
  ),
  step('Types', node, ['node_modules/typescript/bin/tsc', '--noEmit']).then(() =>
    step('Lint and format', node, ['node_modules/@biomejs/biome/bin/biome', 'check']),
  ),
]);

// The whole round makes many random runs; a hundred show that they work at all.
const fewLives = { MONEY_LIVES: '100', REQUEST_LIVES: '25' };
await tests('Rules, edges and pages on PostgreSQL', 'rules', isQuick ? fewLives : {});

if (isBuilt && !isQuick) await tests('Abuse and faults, on the built site', 'site');
if (isBuilt && hasChromium && isQuick) {
  await journeys('One journey of each area, in Chromium with JavaScript', [
    '--grep=@quick',
    '--project=with-js',
  ]);
} else if (isBuilt && hasChromium) {
  await journeys('Journeys in Chromium, with and without JavaScript', ['--grep-invert=@alone']);
  await journeys('What measures speed, so that nothing else may run beside it: Lighthouse, first paint', [
    '--grep=@alone',
    '--project=with-js',
    '--workers=1',
  ]);
  const others = engines.filter(({ isThere }) => isThere).map(({ name }) => name);
  if (others.length > 0)
    await journeys(
      `Main tasks and all screens in ${others.join(' and ')}`,
      ['--config=tests/engines/playwright.config.ts'],
      'test-results/engines.json',
    );
} else {
  results.failed += 1;
}

process.stdout.write('\nSeconds of each part:\n');
for (const [title, seconds] of times) process.stdout.write(`${String(seconds).padStart(6)}  ${title}\n`);
for (const { name, uses } of absent)
  process.stdout.write(
    `\n${name} is missing: the tests that ${uses} were skipped (Debian: apt-get install ${name}).\n`,
  );
for (const { name, packages, isThere } of engines)
  if (!isThere && !isQuick)
    process.stdout.write(
      `\n${name} is missing: the tests in it were skipped (Debian: apt-get install ${packages}).\n`,
    );
for (const each of secondTries) process.stdout.write(`\nPassed only at the second try: ${each}`);
if (secondTries.length > 0) process.stdout.write(`\n${secondTries.length} passed only at the second try.\n`);
if (secondTries.length > mostSecondTries) {
  results.failed += 1;
  failures.push(`more than ${mostSecondTries} tests needed a second try`);
}
for (const failure of failures) process.stdout.write(`\nFailed: ${failure}`);
process.stdout.write(`\n${results.passed} passed, ${results.failed} failed\n`);
process.exitCode = results.failed === 0 ? 0 : 1;
