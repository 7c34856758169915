import type { Scope } from '../../../scope.ts';
import type { Cameras } from './cameras.ts';
import { Claims } from './claim.ts';
import { positionColumns, transitionColumns } from './columns.ts';
import { matchPose } from './connect.ts';
import { continueAfter, lastId, lockMap } from './import.sql.server.ts';
import { decodeFrame, frameBytes } from './pose.ts';
import type { MapRows, PositionRow, TransitionRow } from './rows.ts';
import { type StoredPosition, type StoredTransition, storedRows, writeRows } from './stored.server.ts';

export interface ImportReport {
  positions: number;
  transitions: number;
  added: number;
  changed: number;
  /** Rows of an earlier file that this one does not have; they stay. */
  leftAlone: number;
}

/** Writes the rows of a file (`rowsOf`) in one transaction. Those of earlier imports keep their ids and what curators
 *  corrected; new ones get the next ids in the order of the file, so that ids are the same on every machine.
 *  @param cameras by the frames they are for; rows without one get none */
export async function importMap(
  { em, now }: Pick<Scope, 'em' | 'now'>,
  rows: MapRows,
  cameras: Cameras,
): Promise<ImportReport> {
  return em.transactional(async (em) => {
    await lockMap(em);
    const stored = await storedRows(em);
    let lastPosition = await lastId(em, 'map_positions');
    let lastTransition = await lastId(em, 'map_transitions');

    const places = claimPositions(rows.positions, stored.positions);
    const positions = rows.positions.map((row) => {
      const earlier = places.found.get(row);
      if (!earlier) lastPosition += 1;
      return positionColumns(row, { id: earlier?.id ?? lastPosition, earlier, cameras });
    });
    const ways = claimTransitions(rows.transitions, stored.transitions, (place) => positions[place]!.id);
    const transitions = rows.transitions.map((row) => {
      const earlier = ways.found.get(row);
      if (!earlier) lastTransition += 1;
      const ends = { from: positions[row.from]!, to: positions[row.to]! };
      return transitionColumns(row, { id: earlier?.id ?? lastTransition, earlier, cameras, ...ends });
    });

    const at = now();
    const a = await writeRows(em, 'map_positions', { rows: positions, stored: stored.positions, now: at });
    const b = await writeRows(em, 'map_transitions', {
      rows: transitions,
      stored: stored.transitions,
      now: at,
    });
    await continueAfter(em, 'map_positions', lastPosition);
    if (transitions.length > 0) await continueAfter(em, 'map_transitions', lastTransition);
    return {
      positions: positions.length,
      transitions: transitions.length,
      added: a.added + b.added,
      changed: a.changed + b.changed,
      leftAlone: places.unclaimed + ways.unclaimed,
    };
  });
}

const text = (bytes: Buffer | null) => bytes?.toString('latin1') ?? null;
const nameIn = ({ origin_facts }: { origin_facts: object | null }) =>
  String(Reflect.get(origin_facts ?? {}, 'name'));

/** A position that got another name, or another pose, or whose pose was turned, is the same. */
function claimPositions(wanted: PositionRow[], stored: StoredPosition[]) {
  return new Claims(wanted, stored)
    .by(
      ({ originKey }) => originKey,
      ({ origin_key }) => origin_key,
    )
    .by(
      ({ frame }) => text(frame),
      ({ frame }) => text(frame),
    )
    .by(({ facts }) => facts.name, nameIn)
    .where(
      ({ frame }, row) =>
        row.frame !== null && matchPose(decodeFrame(row.frame), decodeFrame(frame)) !== null,
    );
}

/** A transition that got another name, other frames or other ends, but not all of it at once, is the same. */
function claimTransitions(
  wanted: TransitionRow[],
  stored: StoredTransition[],
  idOf: (place: number) => number,
) {
  const first = (frames: Buffer | null) => text(frames?.subarray(0, frameBytes) ?? null);
  return new Claims(wanted, stored)
    .by(
      ({ originKey }) => originKey,
      ({ origin_key }) => origin_key,
    )
    .by(
      ({ frames }) => text(frames),
      ({ frames }) => text(frames),
    )
    .by(
      ({ facts, frames }) => `${facts.name} ${first(frames)}`,
      (row) => `${nameIn(row)} ${first(row.frames)}`,
    )
    .by(
      ({ facts, from, to }) => `${facts.name} ${idOf(from)} ${idOf(to)}`,
      (row) => `${nameIn(row)} ${row.from_id} ${row.to_id}`,
    );
}
