import { readFileSync } from 'node:fs';
import type { Cameras } from '../../../app/features/map/import/cameras.ts';
import { shippedFile } from '../../../app/features/map/import/file.server.ts';
import { type ImportReport, importMap } from '../../../app/features/map/import/import-map.server.ts';
import { parseFile } from '../../../app/features/map/import/parse.ts';
import { type MapRows, rowsOf } from '../../../app/features/map/import/rows.ts';
import type { Scope } from '../../../app/scope.ts';

const noCameras: Cameras = new Map();

let shipped: MapRows | null = null;

/** The rows of the file that comes with the site, worked out once in a test file. */
export function shippedRows(): MapRows {
  shipped ??= rowsOf(parseFile(readFileSync(shippedFile, 'utf8')));
  return shipped;
}

/** Imports the whole map into the world of a test: positions 1 to 725, transitions 1 to 1485. It takes a second; tests
 *  of rules that need a few positions use `smallMap`. */
export const wholeMap = (
  scope: Pick<Scope, 'em' | 'now'>,
  cameras: Cameras = noCameras,
): Promise<ImportReport> => importMap(scope, shippedRows(), cameras);
