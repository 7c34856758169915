import { db, sql } from '../../../db/kysely.server.ts';
import type { Em } from '../../../db/orm.server.ts';
import { type Cameras, framesKey, type KeptCamera } from './cameras.ts';
import { type Columns, isObject, isSame, type Json, type MapTable } from './stored.ts';

/** Values of one statement stay far below the 65,535 that PostgreSQL takes. */
const rowsPerStatement = 250;

/** The rows of earlier imports, with all columns that an import writes. */
export async function storedRows(em: Em) {
  const positions = await db(em)
    .selectFrom('map_positions')
    .select([
      ...(['id', 'origin_key', 'origin_facts', 'slug', 'name', 'family', 'tags', 'is_waypoint'] as const),
      ...(['frame', 'camera_yaw', 'camera_pitch', 'draw_order'] as const),
    ])
    .where('origin_key', 'is not', null)
    .orderBy('id')
    .execute();
  const transitions = await db(em)
    .selectFrom('map_transitions')
    .select([
      ...(['id', 'origin_key', 'origin_facts', 'slug', 'name', 'from_id', 'to_id'] as const),
      ...(['from_fit', 'to_fit', 'changes_role', 'actor', 'both_ways', 'ruleset', 'is_tap'] as const),
      ...(['tags', 'seen_in', 'frames', 'per_second'] as const),
      ...(['camera_yaw', 'camera_pitch', 'draw_order'] as const),
    ])
    .where('origin_key', 'is not', null)
    .orderBy('id')
    .execute();
  return { positions, transitions };
}

/** The cameras that earlier imports found, by their frames. */
export async function storedCameras(em: Em): Promise<Cameras> {
  const { positions, transitions } = await storedRows(em);
  const found = new Map<string, KeptCamera>();
  for (const row of [...positions, ...transitions]) {
    const frames = 'frame' in row ? row.frame : row.frames;
    const { camera_yaw: yaw, camera_pitch: pitch, draw_order: order } = row;
    if (frames && yaw !== null && pitch !== null && order)
      found.set(framesKey(frames), { yaw, pitch, order });
  }
  return found;
}

export type StoredPosition = Awaited<ReturnType<typeof storedRows>>['positions'][number];
export type StoredTransition = Awaited<ReturnType<typeof storedRows>>['transitions'][number];

/** Writes new rows and those that differ. @returns how many of each */
export async function writeRows(
  em: Em,
  table: MapTable,
  { rows, stored, now }: { rows: Columns[]; stored: readonly { id: number }[]; now: Date },
): Promise<{ added: number; changed: number }> {
  const before = new Map(stored.map((row) => [row.id, row]));
  const due = rows.filter((row) => !isSame(row, before.get(row.id)));
  for (let at = 0; at < due.length; at += rowsPerStatement) {
    await upsert(em, table, due.slice(at, at + rowsPerStatement), now);
  }
  const added = due.filter(({ id }) => !before.has(id)).length;
  return { added, changed: due.length - added };
}

async function upsert(em: Em, table: MapTable, rows: Columns[], now: Date) {
  const names = Object.keys(rows[0]!).filter((name) => name !== 'id');
  const values = rows.map((row) => ({
    ...Object.fromEntries(Object.entries(row).map(([name, value]) => [name, written(value)])),
    updated_at: now,
  }));
  await db(em)
    .insertInto(table)
    // The columns are those of `storedRows`, which the compiler checks there.
    .values(values as never)
    .onConflict((conflict) =>
      conflict
        .column('id')
        .doUpdateSet(
          Object.fromEntries(
            [...names, 'updated_at'].map((name) => [name, sql`excluded.${sql.ref(name)}`]),
          ) as never,
        ),
    )
    .execute();
}

const written = (value: Json | Buffer) => (isObject(value) ? sql`${JSON.stringify(value)}::jsonb` : value);
