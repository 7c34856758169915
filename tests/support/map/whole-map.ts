import { readFileSync } from 'node:fs';
import { mapOf, type TechniqueMap } from '../../../app/features/map/graph/technique-map.server.ts';
import type { Cameras } from '../../../app/features/map/import/cameras.ts';
import { shippedFile } from '../../../app/features/map/import/file.server.ts';
import { type ImportReport, importMap } from '../../../app/features/map/import/import-map.server.ts';
import { parseFile } from '../../../app/features/map/import/parse.ts';
import { type MapRows, rowsOf } from '../../../app/features/map/import/rows.ts';
import { slugOf } from '../../../app/features/map/import/slug.ts';
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

/** The whole map in memory, without a database. */
export function shippedMap(): TechniqueMap {
  const { positions, transitions } = shippedRows();
  const camera = { cameraYaw: null, cameraPitch: null, drawOrder: null };
  return mapOf(
    'shipped',
    positions.map(({ facts: { is_waypoint: isWaypoint, ...facts }, frame }, at) => ({
      id: at + 1,
      slug: slugOf(facts.name),
      ...facts,
      isWaypoint,
      frame,
      looksLike: null,
      state: 'accepted' as const,
      ...camera,
    })),
    transitions.map(({ facts, from, to, originKey: _, ...rest }, at) => {
      const { changes_role: changesRole, both_ways: bothWays, is_tap: isTap, ...others } = facts;
      const slug = slugOf(facts.name === '...' ? positions[to]!.facts.name : facts.name);
      return {
        id: at + 1,
        slug,
        fromId: from + 1,
        toId: to + 1,
        changesRole,
        bothWays,
        isTap,
        ...others,
        ...rest,
        state: 'accepted' as const,
        ...camera,
      };
    }),
  );
}
