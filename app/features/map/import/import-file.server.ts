import { writeFile } from 'node:fs/promises';
import type { Scope } from '../../../scope.ts';
import { completeCameras } from '../drawing/complete-cameras.ts';
import { importNames } from '../names/import-names.server.ts';
import { readCameras, writeCameras } from './cameras.ts';
import { camerasFile, readMapFile, shippedFile } from './file.server.ts';
import { type ImportReport, importMap } from './import-map.server.ts';
import { parseFile, UnreadableLine } from './parse.ts';
import { type MapRows, rowsOf } from './rows.ts';
import { storedCameras } from './stored.server.ts';

/** Imports a file with all names, in one transaction. A second import of the same file changes nothing.
 *  @param path by default the file that comes with the site
 *  @throws Error that names the file, and the line where it is damaged; then nothing was changed */
export async function importFile(
  { em, now }: Pick<Scope, 'em' | 'now'>,
  path: string = shippedFile,
): Promise<ImportReport & { names: number }> {
  const rows = await readRows(path);
  const shipped = readCameras(await readMapFile(camerasFile));
  // Searched before the transaction, which must be short.
  const cameras = completeCameras(framesOf(rows), new Map([...(await storedCameras(em)), ...shipped]));
  return em.transactional(async (em) => {
    const report = await importMap({ em, now }, rows, cameras);
    const { names } = await importNames(em);
    return { ...report, names };
  });
}

/** Finds the cameras of the file that comes with the site, and writes them beside it: for the repository, when the file or
 *  the search has changed. It takes most of a minute. @returns how many there are */
export async function writeShippedCameras(): Promise<number> {
  const cameras = completeCameras(framesOf(await readRows(shippedFile)), new Map());
  await writeFile(camerasFile, writeCameras(cameras));
  return cameras.size;
}

const framesOf = ({ positions, transitions }: MapRows) => [
  ...positions.map(({ frame }) => frame),
  ...transitions.map(({ frames }) => frames),
];

async function readRows(path: string): Promise<MapRows> {
  const text = await readMapFile(path);
  try {
    return rowsOf(parseFile(text));
  } catch (error) {
    if (!(error instanceof UnreadableLine)) throw error;
    throw new Error(`${path} is damaged, or no map. ${error.message} Nothing was changed.`);
  }
}
