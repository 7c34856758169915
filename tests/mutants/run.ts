import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { createVitest, type TestSpecification, type Vitest } from 'vitest/node';
import { mutations } from './all.ts';
import { type Mutation, troubleOf } from './mutation.ts';

/** `bin/test mutants [PATTERN…]`, or `--changed` for the files of the last day's commits: makes one fault at a time in a copy of the project and runs the tests that must see
 *  it. A fault that no test sees has survived. A PATTERN chooses mutations by a part of their file or text. One
 *  cluster and one Vitest serve the whole round; each test file passes once without a fault before it may see one. A
 *  line of the list that the project does not have exactly once has failed, too. A test file that does not run with a
 *  fault in place proves nothing: any mistake in writing would count as seen. */

const project = resolve(import.meta.dirname, '../..');
const isForChanges = process.argv[2] === '--changed';
const patterns = isForChanges ? changedFiles() : process.argv.slice(2);
/** A machine that does other things, too, must not look like a test that fails. */
const testTimeout = 120_000;
const notCopied = new Set(['node_modules', 'build', 'var', '.git', 'test-results']);

/** The files that the commits of the last day changed, as `nameOf` begins with them. */
function changedFiles(): string[] {
  const names = execFileSync('git', ['log', '--since=1 day ago', '--name-only', '--format='], {
    cwd: project,
    encoding: 'utf8',
  });
  return [...new Set(names.split('\n').filter(Boolean))].map((file) => `${file}: `);
}

const say = (line: string) => void process.stdout.write(`${line}\n`);
const secondsSince = (began: number) => `${((performance.now() - began) / 1_000).toFixed(1)} s`;
const nameOf = ({ file, find, put }: Mutation) =>
  `${file}: ${find.replace(/\s+/g, ' ')} → ${put.replace(/\s+/g, ' ') || 'nothing'}`;

/** The project without what is installed or built; packages are linked. */
function copyProject(): string {
  const copy = mkdtempSync(join(tmpdir(), 'summa-mutants-'));
  cpSync(project, copy, {
    recursive: true,
    filter: (path) => !notCopied.has(relative(project, path)),
  });
  symlinkSync(join(project, 'node_modules'), join(copy, 'node_modules'));
  return copy;
}

const openVitest = (copy: string) =>
  createVitest('test', {
    root: copy,
    config: join(copy, 'vite.config.ts'),
    project: ['rules', 'long'],
    watch: false,
    bail: 1,
    maxWorkers: 1,
    testTimeout,
    hookTimeout: testTimeout,
    reporters: [{}],
  });

/** Runs test files; a file that does not even run gets a second try. @returns the first failure; null: all passed */
async function failureOf(vitest: Vitest, specifications: TestSpecification[]): Promise<string | null> {
  const failure = await runOnce(vitest, specifications);
  return failure?.endsWith(doesNotRun) ? runOnce(vitest, specifications) : failure;
}

const doesNotRun = 'does not run';

async function runOnce(vitest: Vitest, specifications: TestSpecification[]): Promise<string | null> {
  // `bail` counts the failures of earlier runs as well.
  vitest.state.filesMap.clear();
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications);
  for (const module of testModules) {
    const [failed] = [...module.children.allTests('failed')];
    if (failed) return `${module.relativeModuleId} › ${failed.fullName}`;
    if (module.state() !== 'failed') continue;
    // Its tests were found, so the fault broke what is made ready for them.
    const isRead = [...module.children.allTests()].length > 0;
    return `${module.relativeModuleId} ${isRead ? '› what is made ready for its tests' : doesNotRun}`;
  }
  return unhandledErrors.length > 0 ? `${String(unhandledErrors[0])}: ${doesNotRun}` : null;
}

async function round(chosen: Mutation[], copy: string): Promise<string[]> {
  const vitest = await openVitest(copy);
  try {
    const all = await vitest.globTestSpecifications();
    const specificationsOf = (tests: string[]) =>
      all.filter(({ moduleId }) => tests.includes(relative(copy, moduleId)));
    const proven = new Set<string>();
    const survivors: string[] = [];
    for (const mutation of chosen) {
      const fresh = mutation.tests.filter((each) => !proven.has(each));
      const red = fresh.length > 0 ? await failureOf(vitest, specificationsOf(fresh)) : null;
      if (red) {
        say(`UNPROVEN ${nameOf(mutation)}\n    fails without any fault: ${red}`);
        survivors.push(nameOf(mutation));
        continue;
      }
      for (const each of fresh) proven.add(each);

      const path = join(copy, mutation.file);
      const text = readFileSync(path, 'utf8');
      const began = performance.now();
      // A function, because `$` in a text would mean something.
      writeFileSync(
        path,
        text.replace(mutation.find, () => mutation.put),
      );
      vitest.invalidateFile(path);
      const failure = await failureOf(vitest, specificationsOf(mutation.tests));
      writeFileSync(path, text);
      vitest.invalidateFile(path);
      const isProven = !failure?.endsWith(doesNotRun);
      const word = !failure ? 'SURVIVED' : isProven ? 'killed' : 'UNPROVEN';
      say(`${word} (${secondsSince(began)}) ${nameOf(mutation)}`);
      if (failure) say(`    ${isProven ? 'by' : 'with this fault:'} ${failure}`);
      if (!failure || !isProven) survivors.push(nameOf(mutation));
    }
    return survivors;
  } finally {
    await vitest.close();
  }
}

const chosen = mutations.filter(
  (mutation) =>
    (patterns.length === 0 && !isForChanges) || patterns.some((each) => nameOf(mutation).includes(each)),
);
const stale = mutations.filter((mutation) => troubleOf(mutation) !== null);
const usable = chosen.filter((mutation) => !stale.includes(mutation));
for (const mutation of stale) say(`STALE ${nameOf(mutation)}: ${troubleOf(mutation)}`);
if (chosen.length === 0 && !isForChanges) say(`No mutation says '${patterns.join(' ')}'.`);
process.env.VITEST = 'true';
process.env.NODE_ENV = 'test';
const began = performance.now();
const copy = copyProject();
// The cluster ends with its parent; the temporary folder stays.
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    rmSync(copy, { recursive: true, force: true });
    process.exit(1);
  });
try {
  process.chdir(copy);
  const survivors = usable.length > 0 ? await round(usable, copy) : [];
  say(`\nThe round took ${secondsSince(began)}.`);
  for (const survivor of survivors) say(`Survived or unproven: ${survivor}`);
  for (const mutation of stale) say(`Stale: ${nameOf(mutation)}`);
  const failed = survivors.length + stale.length + (chosen.length === 0 && !isForChanges ? 1 : 0);
  say(`\n${usable.length - survivors.length} passed, ${failed} failed`);
  process.exitCode = failed === 0 ? 0 : 1;
} finally {
  process.chdir(project);
  rmSync(copy, { recursive: true, force: true });
}
