import { type Cameras, framesKey } from './cameras.ts';
import type { PositionRow, TransitionRow } from './rows.ts';
import { slugOf } from './slug.ts';
import { type Columns, comparable } from './stored.ts';

/** What an earlier import has written. */
export interface Earlier {
  origin_facts: Record<string, unknown> | null;
  camera_yaw: number | null;
  camera_pitch: number | null;
  draw_order: number[] | null;
}

/** A column that is not as the last import left it was corrected here, and stays. */
function withCorrections<Facts extends object>(facts: Facts, earlier: (Earlier & object) | undefined): Facts {
  if (!earlier) return facts;
  const corrected = Object.keys(facts).filter(
    (name) => comparable(Reflect.get(earlier, name)) !== comparable(earlier.origin_facts?.[name]),
  );
  return { ...facts, ...Object.fromEntries(corrected.map((name) => [name, Reflect.get(earlier, name)])) };
}

/** The camera for these frames, or the one that the row has for them. */
function cameraColumns(
  frames: Buffer,
  cameras: Cameras,
  earlier: Earlier | undefined,
  before?: Buffer | null,
) {
  const camera = cameras.get(framesKey(frames));
  if (camera) return { camera_yaw: camera.yaw, camera_pitch: camera.pitch, draw_order: camera.order };
  const stays = earlier && before?.equals(frames);
  return {
    camera_yaw: stays ? earlier.camera_yaw : null,
    camera_pitch: stays ? earlier.camera_pitch : null,
    draw_order: stays ? earlier.draw_order : null,
  };
}

interface Writing<Row> {
  id: number;
  earlier: Row | undefined;
  cameras: Cameras;
}

/** The columns of a position. */
export function positionColumns(
  { originKey, facts, frame }: PositionRow,
  { id, earlier, cameras }: Writing<Earlier & { frame: Buffer | null }>,
): Columns {
  const kept = withCorrections(facts, earlier);
  return {
    id,
    origin_key: originKey,
    origin_facts: { ...facts },
    ...kept,
    slug: slugOf(kept.name),
    frame,
    ...cameraColumns(frame, cameras, earlier, earlier?.frame),
  };
}

/** The columns of a transition. */
export function transitionColumns(
  row: TransitionRow,
  {
    id,
    earlier,
    cameras,
    from,
    to,
  }: Writing<Earlier & { frames: Buffer | null }> & { from: Columns; to: Columns },
): Columns {
  const { facts } = row;
  const kept = withCorrections(facts, earlier);
  return {
    id,
    origin_key: row.originKey,
    origin_facts: { ...facts },
    ...kept,
    slug: kept.name === '...' ? String(to.slug) : slugOf(kept.name),
    from_id: from.id,
    to_id: to.id,
    from_fit: { ...row.fromFit },
    to_fit: { ...row.toFit },
    seen_in: row.seenIn,
    frames: row.frames,
    per_second: row.perSecond,
    ...cameraColumns(row.frames, cameras, earlier, earlier?.frames),
  };
}
