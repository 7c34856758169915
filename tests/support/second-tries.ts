import { mkdirSync, writeFileSync } from 'node:fs';
import type { Reporter, TestModule } from 'vitest/node';

/** A reporter that writes down which tests passed only at a second try; Vitest's JSON says nothing of them. */
export default class SecondTries implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]) {
    const names = modules.flatMap(({ children, relativeModuleId }) =>
      [...children.allTests('passed')]
        .filter((test) => test.diagnostic()?.flaky)
        .map(({ fullName }) => `${relativeModuleId} › ${fullName}`),
    );
    mkdirSync('test-results', { recursive: true });
    writeFileSync(secondTriesFile, JSON.stringify(names));
  }
}

/** Where the names are. */
export const secondTriesFile = 'test-results/second-tries.json';
