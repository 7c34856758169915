import { globSync, mkdirSync, rmSync } from 'node:fs';
import { engines } from './engines/programs.ts';
import { whyOnlyInAll } from './suites.ts';
import { onlyOneHere } from './support/only-one.ts';
import { needChromium, needPrograms } from './support/programs.ts';
import { Round } from './support/round.ts';
import { makeDemoFolder } from './support/site/site.ts';

/** `bin/test`: the gate. `bin/test all`: that and everything else. `bin/test FILE…`: some test files of any suite.
 *  Ends with one plain line that says how many passed. */

onlyOneHere();
const words = process.argv.slice(2);
const isAll = words[0] === 'all';
const round = new Round(isAll ? 'all' : 'gate');

rmSync('test-results', { recursive: true, force: true });
mkdirSync('test-results', { recursive: true });

/** Builds, and makes the folder that sites with demo content begin with. */
async function build(): Promise<boolean> {
  const isBuilt = await round.step('Build', 'sh', [
    '-c',
    '. bin/prepare.sh && install_packages && build_if_stale',
  ]);
  // Why a site does not start, its own tests say.
  if (isBuilt) await makeDemoFolder().catch(() => null);
  return isBuilt;
}

/** Starts a browser's tests if there is a browser; says what to do if not. */
async function withChromium(play: () => Promise<void>) {
  const missing = await needChromium(round);
  if (missing) round.fail(missing);
  else await play();
}

async function gate() {
  // Each of them keeps one core busy, or less.
  const [isBuilt] = await Promise.all([
    build(),
    round
      .step('Types', round.node, ['node_modules/typescript/bin/tsc', '--noEmit'])
      .then(() =>
        round.step('Lint and format', round.node, ['node_modules/@biomejs/biome/bin/biome', 'check']),
      ),
  ]);
  await round.vitest('Rules, edges and pages on PostgreSQL', ['rules']);
  if (!isBuilt) return false;
  await round.vitest('The built site, against misuse', ['site']);
  if (!isAll) await withChromium(() => round.journeys('Journeys in Chromium, each once', []));
  return true;
}

/** What only `bin/test all` runs. */
async function theRest() {
  await round.vitest('Long rules: races, stores, videos, costs', ['long'], {
    MONEY_LIVES: '400',
    REQUEST_LIVES: '100',
  });
  await round.vitest('The built site under faults', ['faults']);
  await round.vitest('Files for other programs', ['programs']);
  await withChromium(async () => {
    await round.journeys('Journeys in Chromium, with and without JavaScript', ['--grep-invert=@alone']);
    await round.journeys('What measures speed, alone: Lighthouse, first paint', [
      '--grep=@alone',
      '--project=with-js',
      '--workers=1',
    ]);
    const others = engines.filter(({ isThere }) => isThere).map(({ name }) => name);
    if (others.length > 0)
      await round.journeys(
        `Main tasks and all screens in ${others.join(' and ')}`,
        ['--config=tests/engines/playwright.config.ts'],
        'test-results/engines.json',
      );
  });
  await round.mutants();
  for (const { name, packages, isThere } of engines)
    if (!isThere) round.skip(`${name} is missing: the tests in it (Debian: apt-get install ${packages})`);
}

/** The test files that the words name: a whole path, or a part of one. */
function filesOf(names: string[]): string[] {
  const all = globSync('{app,bench,tests}/**/*.{test,spec}.{ts,tsx}');
  const unknown = names.find((name) => !all.some((file) => file.includes(name)));
  if (unknown !== undefined) {
    process.stderr.write(
      `bin/test knows no test file '${unknown}'. It knows: no word (the gate), all (everything), FILE… (test files, or parts of their paths), mutants [PATTERN…] and scale.\n`,
    );
    process.exit(2);
  }
  return all.filter((file) => names.some((name) => file.includes(name)));
}

async function some(names: string[]) {
  const files = filesOf(names).sort();
  for (const file of files) {
    const why = whyOnlyInAll(file);
    process.stdout.write(`${file}: ${why ? `only in bin/test all (${why})` : 'in the gate'}\n`);
  }
  const engineFiles = files.filter((file) => file.startsWith('tests/engines/'));
  const specs = files.filter((file) => file.startsWith('tests/e2e/'));
  const rest = files.filter((file) => !engineFiles.includes(file) && !specs.includes(file));
  const needsBuild =
    specs.length > 0 || rest.some((file) => /^tests\/(abuse|faults|programs|scale)/.test(file));
  if ((needsBuild || engineFiles.length > 0) && !(await build())) return;
  if (rest.length > 0) await round.vitest('Test files', [], {}, rest);
  if (specs.length > 0) await withChromium(() => round.journeys('Journeys, in both modes', specs));
  if (engineFiles.length > 0)
    await withChromium(() =>
      round.journeys(
        'Other browsers',
        ['--config=tests/engines/playwright.config.ts', ...engineFiles],
        'test-results/engines.json',
      ),
    );
}

if (words.length > 0 && !isAll) await some(words);
else {
  await needPrograms(round, isAll);
  if ((await gate()) && isAll) await theRest();
}
round.end();
