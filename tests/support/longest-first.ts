import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Without an earlier run, Vitest orders files by size. The slowest file could then begin last and run alone at the
 *  end, on one core. */
const longest = [
  'money.property.test.ts',
  'requests.property.test.ts',
  'simultaneous-admins.test.ts',
  'pending-pictures.test.ts',
  'missing-ids.test.ts',
  'fuzzer.test.ts',
  'faults/supervisor.test.ts',
  'faults/process.test.ts',
  'faults/uploads.test.ts',
  'supervisor-starts.test.ts',
  'field-names.test.ts',
  'repeated-requests.test.ts',
  'long-runs.test.ts',
];

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const rank = ({ moduleId }: TestSpecification) => {
      const at = longest.findIndex((name) => moduleId.endsWith(name));
      return at < 0 ? longest.length : at;
    };
    return sorted.sort((a, b) => rank(a) - rank(b));
  }
}
