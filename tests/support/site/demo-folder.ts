import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/** The data folder of a new site with its demo content. A site that begins with a copy of it serves within a second;
 *  with an empty folder it takes eight, on both cores. */
const template = 'node_modules/.cache/summa-test-site';
/** Some of the demo content is dated from the day on which it is made. */
const longestAgeMs = 6 * 3_600_000;

/** Whether there is a demo folder of this build. */
export function hasDemoFolder(): boolean {
  if (!existsSync(template)) return false;
  const madeAt = statSync(template).ctimeMs;
  return madeAt > statSync('build/server.js').mtimeMs && Date.now() - madeAt < longestAgeMs;
}

/** Copies the demo folder to `folder`, which must not exist. */
export const copyDemoFolder = (folder: string) => copy(template, folder);

/** Makes `folder`, of a site that was stopped, the demo folder. */
export function keepAsDemoFolder(folder: string) {
  const beside = `${template}-${process.pid}`;
  mkdirSync(dirname(template), { recursive: true });
  copy(folder, beside);
  rmSync(template, { recursive: true, force: true });
  renameSync(beside, template);
}

/** Under root the database's files belong to another account, which only `cp -a` keeps. */
const copy = (from: string, to: string) => execFileSync('cp', ['-a', from, to]);
