import { readFile, stat } from 'node:fs/promises';

const folder = 'app/features/map/import/grapplemap';

/** The map that comes with the site. Commands and the site run in the project's folder. */
export const shippedFile = `${folder}/GrappleMap.txt`;

/** The best camera of each position and transition of that file, found by `bin/map cameras`. */
export const camerasFile = `${folder}/cameras.json`;

/** Twenty times the file that comes with the site. */
const mostBytes = 50_000_000;

/** The text of a file of the map. @throws Error that names the file when it cannot be read */
export async function readMapFile(path: string): Promise<string> {
  try {
    const { size } = await stat(path);
    if (size > mostBytes) throw new Error(`more than ${mostBytes / 1e6} MB`);
    return await readFile(path, 'utf8');
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new Error(`${path} cannot be read (${code ?? message}).`);
  }
}
