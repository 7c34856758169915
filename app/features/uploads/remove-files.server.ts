import { row } from '../../db/sql.server.ts';
import type { Scope } from '../../scope.ts';

/**
 * Removes the files of media that are marked as removed, then their rows: so no file is ever left without a row
 * that knows it. Call it once the mark is committed; what it does not come to, the sweep does (`sweepUploads`).
 */
export async function removeFiles({ em, media }: Pick<Scope, 'em' | 'media'>, keys: string[]): Promise<void> {
  for (const key of keys) {
    await media.remove(key);
    await row(em)`delete from media where key = ${key} and status = 'removed'`;
  }
}
