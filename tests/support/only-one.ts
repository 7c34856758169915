import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';

const file = 'node_modules/.cache/bin-test.pid';

/** Ends this process with a sentence if `bin/test` runs in this folder already: both would write to `test-results`. */
export function onlyOneHere() {
  mkdirSync('node_modules/.cache', { recursive: true });
  for (;;)
    try {
      writeFileSync(file, `${process.pid}`, { flag: 'wx' });
      process.once('exit', () => rmSync(file, { force: true }));
      return;
    } catch {
      const other = Number(readFileSync(file, 'utf8'));
      if (isAlive(other)) {
        process.stderr.write(
          `bin/test runs here already (process ${other}). Wait for its end, or use another clone.\n`,
        );
        process.exit(1);
      }
      // It was killed.
      rmSync(file, { force: true });
    }
}

function isAlive(process_: number): boolean {
  try {
    process.kill(process_, 0);
    return true;
  } catch {
    return false;
  }
}
