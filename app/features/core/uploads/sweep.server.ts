import { anyOf, db, timestamptz } from '../../../db/kysely.server.ts';
import type { Em } from '../../../db/orm.server.ts';
import type { MediaStore } from '../../../media/media.ts';
import type { SystemContext } from '../../../scope.ts';
import { deleteChunks, oldChunks } from './chunk-files.server.ts';
import { markUnwanted, medium } from './pending-media.server.ts';
import { recordOrphans } from './record-orphans.sql.server.ts';

export interface Sweeping {
  media: MediaStore;
  stores: readonly MediaStore[];
  tempDir: string;
  /** Called for a medium that its store fails to remove. */
  onFailure?: (key: string, error: unknown) => void;
}

type Scope = Pick<SystemContext, 'em' | 'now'>;

const dayMs = 24 * 3_600_000;
/** A suspicion is confirmed the next day; an hour less, because no schedule is exact. */
const graceMs = dayMs - 3_600_000;
const batch = 500;
const msAgo = ({ now }: Scope, ms: number) => new Date(now().getTime() - ms);
const ago = (scope: Scope, ms: number) => timestamptz(msAgo(scope, ms));

/** Removes uploads that no form took within a day, and finishes deletions. May stop or run in parallel. Chunks that
 *  other machines hold are left to their own `sweepChunks`. */
export async function sweepUploads(scope: Scope, { media, tempDir, onFailure }: Omit<Sweeping, 'stores'>) {
  const { em, now } = scope;
  const dayAgo = ago(scope, dayMs);
  const unfinished = await db(em)
    .deleteFrom('upload_sessions')
    .where('touched_at', '<', dayAgo)
    .where((eb) => eb.or([eb('writer_until', 'is', null), eb('writer_until', '<', timestamptz(now()))]))
    .returning('id')
    .execute();
  for (const { id } of unfinished) await deleteChunks(tempDir, id);
  const waiting = await markUnwanted(em, medium('m.created_at', '<', dayAgo));
  const abandonedUploads = await db(em)
    .updateTable('media')
    .set({ status: 'removed' })
    .where('status', '=', 'uploading')
    .where('created_at', '<', dayAgo)
    .executeTakeFirst();
  const removed = await removeMarked(em, media, onFailure);
  return {
    unfinished: unfinished.length,
    waiting: waiting.length,
    abandoned: Number(abandonedUploads.numUpdatedRows),
    ...removed,
  };
}

/** Removes chunks on this machine's disk, a day old, whose upload has ended or has gone on elsewhere and ended there.
 *  @returns how many files */
export async function sweepChunks(scope: Scope, tempDir: string): Promise<number> {
  const old = await oldChunks(tempDir, msAgo(scope, dayMs));
  const known = await db(scope.em)
    .selectFrom('upload_sessions')
    .select('id')
    .where('id', '=', anyOf('text', old))
    .execute();
  const orphans = old.filter((id) => !known.some((each) => each.id === id));
  for (const id of orphans) await deleteChunks(tempDir, id);
  return orphans.length;
}

/** Removes the files of marked media, then their rows; what a store fails to remove stays for the next sweep. */
async function removeMarked(em: Em, media: MediaStore, onFailure: Sweeping['onFailure']) {
  let removed = 0;
  let failed = 0;
  for (let after = 0; ; ) {
    const marked = await mediaAfter(em, after).where('status', '=', 'removed').execute();
    for (const { id, key } of marked) {
      after = id;
      try {
        await media.remove(key);
        await db(em).deleteFrom('media').where('id', '=', id).where('status', '=', 'removed').execute();
        removed += 1;
      } catch (error) {
        failed += 1;
        onFailure?.(key, error);
      }
    }
    if (marked.length < batch) return { removed, failed };
  }
}

const mediaAfter = (em: Em, id: number) =>
  db(em).selectFrom('media').select(['id', 'key']).where('id', '>', id).orderBy('id').limit(batch);

/** Compares stores and rows, daily. A file without a row is removed when it is found again a day later. A row without
 *  files is only reported, because a backup may restore them.
 *  @throws a store's error while reading; then nothing is removed */
export async function sweepStores(scope: Scope, { media, stores }: Pick<Sweeping, 'media' | 'stores'>) {
  const { em } = scope;
  const found = new Set<string>();
  let files = 0;
  for (const store of stores) {
    for await (const { key } of store.list()) {
      files += 1;
      found.add(key);
    }
  }
  const keysWithoutRow: string[] = [];
  for (const keys of inBatches([...found])) {
    const rows = await db(em)
      .selectFrom('media')
      .select('key')
      .where('key', '=', anyOf('text', keys))
      .unionAll(db(em).selectFrom('clips').select('key').where('key', '=', anyOf('text', keys)))
      .execute();
    const known = new Set(rows.map(({ key }) => key));
    keysWithoutRow.push(...keys.filter((key) => !known.has(key)));
  }
  const orphans = await confirmedOrphans(scope, 'no row', keysWithoutRow);
  let removed = 0;
  for (const key of orphans) {
    await media.remove(key);
    await db(em).deleteFrom('media_suspects').where('key', '=', key).execute();
    removed += 1;
  }
  await forgetLostClips(scope, found);
  const lost = await confirmedOrphans(scope, 'no file', await rowsWithout(scope, found));
  await db(em)
    .deleteFrom('media_suspects')
    .where('seen_at', '<', ago(scope, 30 * dayMs))
    .execute();
  return { files, suspected: keysWithoutRow.length - removed, removed, lost };
}

/** Forgets clips without files, so that they can be asked for again; those asked for within a day may still be cut. */
async function forgetLostClips(scope: Scope, found: ReadonlySet<string>) {
  const clips = await db(scope.em)
    .selectFrom('clips')
    .select(['id', 'key'])
    .where('state', '=', 'ready')
    .where('asked_at', '<', ago(scope, dayMs))
    .execute();
  const lost = clips.filter(({ key }) => !found.has(key)).map(({ id }) => id);
  await db(scope.em).deleteFrom('clips').where('id', '=', anyOf('int8', lost)).execute();
}

/** Media whose files are missing; those made within a day may still be on their way. */
async function rowsWithout(scope: Scope, found: ReadonlySet<string>): Promise<string[]> {
  const without: string[] = [];
  for (let after = 0; ; ) {
    const some = await mediaAfter(scope.em, after)
      .where('status', '=', 'ready')
      .where('created_at', '<', ago(scope, dayMs))
      .execute();
    without.push(...some.filter(({ key }) => !found.has(key)).map(({ key }) => key));
    after = some.at(-1)?.id ?? after;
    if (some.length < batch) return without;
  }
}

async function confirmedOrphans(scope: Scope, why: 'no row' | 'no file', keys: string[]): Promise<string[]> {
  const { em, now } = scope;
  const again: string[] = [];
  for (const some of inBatches(keys)) {
    await recordOrphans(em, some, why, now());
    const old = await db(em)
      .selectFrom('media_suspects')
      .select('key')
      .where('key', '=', anyOf('text', some))
      .where('why', '=', why)
      .where('seen_at', '<=', ago(scope, graceMs))
      .execute();
    again.push(...old.map(({ key }) => key));
  }
  // A row or file that appeared clears the suspicion; files of another machine do not.
  if (why === 'no row')
    await db(em)
      .deleteFrom('media_suspects as s')
      .where('why', '=', why)
      .where((eb) => eb.exists(eb.selectFrom('media as m').whereRef('m.key', '=', 's.key')))
      .execute();
  return again;
}

function* inBatches(keys: readonly string[]): Generator<string[]> {
  for (let at = 0; at < keys.length; at += batch) yield keys.slice(at, at + batch);
}
