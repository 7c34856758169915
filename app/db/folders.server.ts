import { mkdirSync, mkdtempSync, rmdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Makes a folder and its parents. Node's `recursive` never returns in places such as `/proc/x`, where the system
 *  says that the folder does not exist even after creating it.
 *  @throws Error of the system, with its code */
function makeFolder(path: string) {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return;
  if (dirname(path) !== path) makeFolder(dirname(path));
  try {
    mkdirSync(path);
  } catch (error) {
    // Another process may have made it.
    if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) throw error;
  }
}

/** Makes a folder and checks that folders can be made in it. @throws Error with a reason for the operator */
export function needFolder(path: string) {
  try {
    makeFolder(path);
    rmdirSync(mkdtempSync(join(path, '.try-')));
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    throw new Error(`${path} cannot be used: ${reasons[code] ?? code}`);
  }
}

const reasons: Record<string, string> = {
  EACCES: 'this account may not write there.',
  EPERM: 'this account may not write there.',
  EROFS: 'it is on a disk that cannot be written to.',
  ENOTDIR: 'it is not a folder, or lies in something that is none.',
  EEXIST: 'there is something else in its place, or in that of a folder above it.',
  ENOENT: 'no folder can be made there.',
  ELOOP: 'its links lead in a circle.',
  ENAMETOOLONG: 'its name is too long.',
  ENOSPC: 'the disk is full.',
};
