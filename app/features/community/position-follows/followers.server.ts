import { db } from '../../../db/kysely.server.ts';
import type { Em } from '../../../db/orm.server.ts';

interface Piece {
  positions: number[];
  /** The last member of the piece before. */
  after: number;
  limit: number;
}

/** Members who follow one of these positions, in the order of their ids; each index supplies at most one piece. */
export async function followersOfPositions(em: Em, { positions, after, limit }: Piece): Promise<number[]> {
  const pieces = await Promise.all(
    positions.map((id) =>
      db(em)
        .selectFrom('position_follows')
        .select('member_id as id')
        .where('position_id', '=', id)
        .where('member_id', '>', after)
        .orderBy('member_id')
        .limit(limit)
        .execute(),
    ),
  );
  const ids = new Set(pieces.flat().map(({ id }) => id));
  return [...ids].toSorted((one, other) => one - other).slice(0, limit);
}
