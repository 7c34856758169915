import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { retriedTestsFile } from './retried-tests.ts';

interface JourneySuite {
  suites?: JourneySuite[];
  specs?: {
    file: string;
    title: string;
    tests: { status: string; projectName: string; results: { duration: number }[] }[];
  }[];
}
interface JourneyReport {
  config: { rootDir: string };
  stats: { expected: number; unexpected: number; flaky: number };
  suites: JourneySuite[];
}
interface TestReport {
  numPassedTests: number;
  numFailedTests: number;
  testResults: {
    name: string;
    status: string;
    startTime: number;
    endTime: number;
    assertionResults: { fullName: string; status: string }[];
  }[];
}

function readReport<Report>(file: string): Report | null {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Report) : null;
}

/** One run of `bin/test`: starts its parts, counts what passed and failed, and says it at the end. */
export class Round {
  readonly node = process.execPath;
  readonly suite: 'gate' | 'all';
  #passed = 0;
  #failed = 0;
  /** Names of what failed, repeated at the end, where a long run is read. */
  readonly #failures: string[] = [];
  /** Names of what passed only at its second try. The gate gives none. */
  readonly #secondTries: string[] = [];
  readonly #skipped: string[] = [];
  /** Seconds of each part; some parts run at the same time. */
  readonly #parts: [title: string, seconds: number][] = [];
  /** Seconds of each test file, of all its tries. */
  readonly #files: Record<string, number> = {};
  readonly #running = new Set<ChildProcess>();
  #isStopped = false;

  /** @param suite what is run, which Playwright's settings ask for */
  constructor(suite: 'gate' | 'all') {
    this.suite = suite;
    for (const signal of ['SIGINT', 'SIGTERM'] as const)
      process.once(signal, () => {
        this.#isStopped = true;
        for (const child of this.#running) child.kill(signal);
      });
  }

  /** Runs a program. @returns whether it ended with 0 */
  run(title: string, command: string, args: string[], options: SpawnOptions = {}): Promise<boolean> {
    if (this.#isStopped) return Promise.resolve(false);
    process.stdout.write(`\n== ${title}\n`);
    const begin = performance.now();
    return new Promise((done) => {
      const env = { ...process.env, NO_COLOR: '1', SUITE: this.suite, ...options.env };
      const child = spawn(command, args, { stdio: ['ignore', 'inherit', 'inherit'], ...options, env });
      this.#running.add(child);
      const end = (passed: boolean) => {
        this.#running.delete(child);
        this.#parts.push([title, Math.round((performance.now() - begin) / 1_000)]);
        done(passed);
      };
      child.on('error', () => end(false));
      child.on('exit', (code) => end(code === 0));
    });
  }

  /** A check that counts as one test. */
  async step(title: string, command: string, args: string[]): Promise<boolean> {
    const passed = await this.run(title, command, args);
    if (passed) this.#passed += 1;
    else this.fail(title);
    return passed;
  }

  fail(failure: string) {
    this.#failed += 1;
    this.#failures.push(failure);
  }

  /** Says at the end what was left out, and why. */
  skip(what: string) {
    this.#skipped.push(what);
  }

  /** Runs suites of Vitest, or some files of any. */
  async vitest(
    title: string,
    projects: string[],
    settings: Record<string, string> = {},
    files: string[] = [],
  ) {
    const file = `test-results/${projects[0] ?? 'files'}.json`;
    rmSync(retriedTestsFile, { force: true });
    const passed = await this.run(
      title,
      this.node,
      [
        'node_modules/vitest/vitest.mjs',
        'run',
        ...projects.map((project) => `--project=${project}`),
        ...files,
        '--reporter=dot',
        '--reporter=json',
        `--outputFile.json=${file}`,
        '--reporter=./tests/support/retried-tests.ts',
      ],
      { env: { ...process.env, ...settings } },
    );
    this.#secondTries.push(...(readReport<string[]>(retriedTestsFile) ?? []));
    const report = readReport<TestReport>(file);
    if (!report) return this.fail(title);
    this.#passed += report.numPassedTests;
    // A file that does not even load has no failed tests to count, yet it failed.
    this.#failed += Math.max(report.numFailedTests, passed ? 0 : 1);
    for (const { name, status, startTime, endTime, assertionResults } of report.testResults) {
      const where = relative('.', name);
      this.#took(where, endTime - startTime);
      const failed = assertionResults.filter((each) => each.status === 'failed');
      this.#failures.push(...failed.map((each) => `${where} › ${each.fullName}`));
      if (status === 'failed' && failed.length === 0) this.#failures.push(where);
    }
  }

  /** Runs Playwright. */
  async journeys(title: string, which: string[], file = 'test-results/e2e.json') {
    rmSync(file, { force: true });
    const args = ['node_modules/@playwright/test/cli.js', 'test', ...which];
    const passed = await this.run(title, this.node, args);
    const report = readReport<JourneyReport>(file);
    if (!report) return this.fail(title);
    const { expected, unexpected, flaky } = report.stats;
    this.#passed += expected + flaky;
    this.#failed += Math.max(unexpected, passed ? 0 : 1);
    const lists: Record<string, string[]> = { unexpected: this.#failures, flaky: this.#secondTries };
    const folder = relative('.', report.config.rootDir);
    const collect = ({ suites = [], specs = [] }: JourneySuite): void => {
      for (const { file, title, tests } of specs)
        for (const { status, projectName, results } of tests) {
          lists[status]?.push(`[${projectName}] ${file} › ${title}`);
          for (const { duration } of results) this.#took(`${folder}/${file}`, duration);
        }
      suites.forEach(collect);
    };
    report.suites.forEach(collect);
  }

  /** Makes the faults of `tests/mutants` in the files that the last commits changed; each counts as one test. */
  async mutants() {
    await this.step('Faults that tests must find, in what changed', this.node, [
      'tests/mutants/run.ts',
      '--changed',
    ]);
  }

  #took(file: string, ms: number) {
    this.#files[file] = (this.#files[file] ?? 0) + ms / 1_000;
  }

  /** Writes the times, and says how the round ended. */
  end() {
    const slowestFirst = Object.entries(this.#files).sort(([, a], [, b]) => b - a);
    const files = slowestFirst.map(([file, seconds]) => [file, Math.round(seconds * 10) / 10] as const);
    const times = {
      suite: this.suite,
      parts: Object.fromEntries(this.#parts),
      files: Object.fromEntries(files),
    };
    writeFileSync('test-results/times.json', `${JSON.stringify(times, null, 2)}\n`);
    const say = (line: string) => process.stdout.write(`${line}\n`);
    say('\nSeconds of each part (of each file: test-results/times.json):');
    for (const [title, seconds] of this.#parts) say(`${String(seconds).padStart(6)}  ${title}`);
    for (const each of this.#skipped) say(`\nSkipped: ${each}`);
    for (const each of this.#secondTries) say(`\nPassed only at the second try: ${each}`);
    for (const failure of this.#failures) say(`\nFailed: ${failure}`);
    if (this.#isStopped) {
      say('\nFailed: stopped before the end');
      this.#failed += 1;
    }
    say(`\n${this.#passed} passed, ${this.#failed} failed`);
    process.exitCode = this.#failed === 0 ? 0 : 1;
  }
}
