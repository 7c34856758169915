import { randomBytes } from 'node:crypto';
import { db, timestamptz } from '../../../db/kysely.server.ts';
import { NotFound } from '../../../errors.ts';
import type { MemberScope } from '../../../scope.ts';

/** A writer that has not renewed its lease for this long is dead, and another may continue. */
const leaseMs = 30_000;

/** The refusal of a writer whose upload was cancelled or taken over. */
export const leaseLost = () => new NotFound('This upload was cancelled, or another window goes on with it.');

/** Takes the lease to write from `offset`, one writer at a time across processes; null when another has it. */
export async function takeLease({ em, viewer, now }: MemberScope, id: string, offset: number) {
  const writer = randomBytes(8).toString('hex');
  const until = () => new Date(now().getTime() + leaseMs);
  const upload = () => db(em).updateTable('upload_sessions').where('id', '=', id);
  const taken = await upload()
    .set({ writer, writer_until: until(), touched_at: now() })
    .where('owner_id', '=', viewer.id)
    .where('media_key', 'is', null)
    .where('arrived', '=', offset)
    .where((eb) => eb.or([eb('writer_until', 'is', null), eb('writer_until', '<=', timestamptz(now()))]))
    .executeTakeFirst();
  if (taken.numUpdatedRows === 0n) return null;
  return {
    writer,
    async renew(arrived: number) {
      const held = await upload()
        .set({ arrived, writer_until: until(), touched_at: now() })
        .where('writer', '=', writer)
        .executeTakeFirst();
      if (held.numUpdatedRows > 0n) return;
      throw leaseLost();
    },
    /** Without the database the lease expires by itself. */
    release: (arrived: number) =>
      upload()
        .set({ arrived, writer: null, writer_until: null, touched_at: now() })
        .where('writer', '=', writer)
        .execute()
        .catch(() => null),
  };
}
