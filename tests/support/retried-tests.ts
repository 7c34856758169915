import { mkdirSync, writeFileSync } from 'node:fs';
import type { Reporter, TestModule } from 'vitest/node';

/** A reporter that writes down which tests passed only at a second try; Vitest's JSON says nothing of them. */
export default class RetriedTests implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]) {
    const names = modules.flatMap(({ children, relativeModuleId }) =>
      [...children.allTests('passed')]
        .filter((test) => test.diagnostic()?.flaky)
        .map(({ fullName }) => `${relativeModuleId} › ${fullName}`),
    );
    mkdirSync('test-results', { recursive: true });
    writeFileSync(retriedTestsFile, JSON.stringify(names));
  }
}

/** Where the names are. */
export const retriedTestsFile = 'test-results/second-tries.json';
