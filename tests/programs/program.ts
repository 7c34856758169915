import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';

/** Whether a program is installed; where it is not, the tests that need it are skipped and say so. */
export function isHere(program: string, { debian, uses }: { debian: string; uses: string }): boolean {
  const isFound = spawnSync('sh', ['-c', `command -v ${program}`]).status === 0;
  if (!isFound)
    process.stderr.write(
      `${program} is missing: the tests that ${uses} are skipped (Debian: apt-get install ${debian}).\n`,
    );
  return isFound;
}

/** What a program says. @throws Error with its words if it fails */
export function said(program: string, args: string[], env: Record<string, string> = {}): string {
  const ran = spawnSync(program, args, { encoding: 'utf8', env: { ...process.env, ...env } });
  if (ran.status !== 0)
    throw new Error(`${program} ${args.join(' ')}: ${ran.error ?? ''}${ran.stderr}${ran.stdout}`);
  return ran.stdout;
}

/** A folder of the test file, and a way to put files into it. */
export function testFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'summa-programs-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return {
    folder,
    kept(name: string, bytes: Uint8Array | string) {
      const path = join(folder, name);
      writeFileSync(path, bytes);
      return path;
    },
  };
}
