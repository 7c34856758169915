import { readFile } from 'node:fs/promises';

const folder = 'app/features/map/import/grapplemap';

/** The map that comes with the site. Commands and the site run in the project's folder. */
export const shippedFile = `${folder}/GrappleMap.txt`;

/** The best camera of each position and transition of that file, found by `bin/map cameras`. */
export const camerasFile = `${folder}/cameras.json`;

/** The text of a file of the map. @throws Error that names the file when it cannot be read */
export async function readMapFile(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? error.code : error;
    throw new Error(`${path} cannot be read (${reason}).`);
  }
}
