import { db } from '../../../db/kysely.server.ts';
import { databaseRefusal } from '../../../db/refusals.server.ts';
import { StoreError } from '../../../media/store-error.ts';
import type { Scope } from '../../../scope.ts';

/** Removes marked media's files, then the rows; call it after the commit. `sweepUploads` repeats failures. */
export async function removeFiles({ em, media }: Pick<Scope, 'em' | 'media'>, keys: string[]): Promise<void> {
  try {
    for (const key of keys) {
      await media.remove(key);
      await db(em).deleteFrom('media').where('key', '=', key).where('status', '=', 'removed').execute();
    }
  } catch (error) {
    const isDisk = error instanceof Error && 'syscall' in error;
    if (!isDisk && !(error instanceof StoreError) && !databaseRefusal(error)) throw error;
  }
}
