import type { Em } from '../../../db/orm.server.ts';
import { fragment, row, rows } from '../../../db/sql.server.ts';
import type { MediaStore } from '../../../media/media.ts';
import type { SystemContext } from '../../../scope.ts';
import { markUnwanted } from './pending-media.server.ts';
import { forgetPieces, oldPieces } from './piece-files.server.ts';

export interface Sweeping {
  media: MediaStore;
  stores: readonly MediaStore[];
  tempDir: string;
}

type Scope = Pick<SystemContext, 'em' | 'now'>;

const dayMs = 24 * 3_600_000;
/** A suspicion is confirmed the next day; an hour less, because no schedule is exact. */
const graceMs = dayMs - 3_600_000;
const batch = 500;
const ago = ({ now }: Scope, ms: number) => new Date(now().getTime() - ms);

/** Removes uploads that no form took within a day, and finishes deletions. May stop or run in parallel. */
export async function sweepUploads(scope: Scope, { media, tempDir }: Omit<Sweeping, 'stores'>) {
  const { em, now } = scope;
  const dayAgo = ago(scope, dayMs);
  const unfinished = await rows<{ id: string }>(em)`
    delete from begun_uploads where touched_at < ${dayAgo} and (writer_until is null or writer_until < ${now()})
    returning id`;
  for (const { id } of unfinished) await forgetPieces(tempDir, id);
  const pieces = await sweepPieces(scope, tempDir);
  const waiting = await markUnwanted(em, fragment`m.created_at < ${dayAgo}`);
  const died = await rows(em)`
    update media set status = 'removed' where status = 'uploading' and created_at < ${dayAgo} returning id`;
  const removed = await removeMarked(em, media);
  return {
    unfinished: unfinished.length,
    pieces,
    waiting: waiting.length,
    died: died.length,
    ...removed,
  };
}

async function sweepPieces(scope: Scope, tempDir: string): Promise<number> {
  const old = await oldPieces(tempDir, ago(scope, dayMs));
  const known = await rows<{ id: string }>(
    scope.em,
  )`select id from begun_uploads where id = any(${old}::text[])`;
  const orphans = old.filter((id) => !known.some((each) => each.id === id));
  for (const id of orphans) await forgetPieces(tempDir, id);
  return orphans.length;
}

/** Removes the files of marked media, then their rows; what a store fails to remove stays for the next sweep. */
async function removeMarked(em: Em, media: MediaStore) {
  let removed = 0;
  let failed = 0;
  for (let after = 0; ; ) {
    const marked = await rows<{ id: number; key: string }>(em)`
      select id, key from media where status = 'removed' and id > ${after} order by id limit ${batch}`;
    for (const { id, key } of marked) {
      after = id;
      try {
        await media.remove(key);
        await row(em)`delete from media where id = ${id} and status = 'removed'`;
        removed += 1;
      } catch {
        failed += 1;
      }
    }
    if (marked.length < batch) return { removed, failed };
  }
}

/**
 * Compares stores and rows, daily. A file without a row is removed when it is found again a day later. A row without
 * files is only reported, because a backup may restore them.
 * @throws a store's error while reading; then nothing is removed
 */
export async function sweepStores(scope: Scope, { media, stores }: Omit<Sweeping, 'tempDir'>) {
  const { em } = scope;
  const found = new Set<string>();
  let files = 0;
  for (const store of stores) {
    for await (const { key } of store.list()) {
      files += 1;
      found.add(key);
    }
  }
  const strangers: string[] = [];
  for (const keys of inBatches([...found])) {
    const known = new Set(
      (await rows<{ key: string }>(em)`select key from media where key = any(${keys}::text[])`).map(
        ({ key }) => key,
      ),
    );
    strangers.push(...keys.filter((key) => !known.has(key)));
  }
  const orphans = await seenTwice(scope, 'no row', strangers);
  let removed = 0;
  for (const key of orphans) {
    await media.remove(key);
    await row(em)`delete from media_suspects where key = ${key}`;
    removed += 1;
  }
  const lost = await seenTwice(scope, 'no file', await rowsWithout(scope, found));
  await row(em)`delete from media_suspects where seen_at < ${ago(scope, 30 * dayMs)}`;
  return { files, suspected: strangers.length - removed, removed, lost };
}

/** Media whose files are missing; those made within a day may still be on their way. */
async function rowsWithout(scope: Scope, found: ReadonlySet<string>): Promise<string[]> {
  const without: string[] = [];
  for (let after = 0; ; ) {
    const some = await rows<{ id: number; key: string }>(scope.em)`
      select id, key from media where id > ${after} and status = 'ready' and created_at < ${ago(scope, dayMs)}
      order by id limit ${batch}`;
    without.push(...some.filter(({ key }) => !found.has(key)).map(({ key }) => key));
    after = some.at(-1)?.id ?? after;
    if (some.length < batch) return without;
  }
}

async function seenTwice(scope: Scope, why: 'no row' | 'no file', keys: string[]): Promise<string[]> {
  const { em, now } = scope;
  const again: string[] = [];
  for (const some of inBatches(keys)) {
    await row(em)`insert into media_suspects (key, why, seen_at)
      select key, ${why}, ${now()} from unnest(${some}::text[]) key
      on conflict (key) do update set why = excluded.why,
        seen_at = case when media_suspects.why = excluded.why then media_suspects.seen_at else excluded.seen_at end`;
    const old = await rows<{ key: string }>(em)`
      select key from media_suspects
      where key = any(${some}::text[]) and why = ${why} and seen_at <= ${ago(scope, graceMs)}`;
    again.push(...old.map(({ key }) => key));
  }
  // A row or file that appeared clears the suspicion; files of another machine do not.
  if (why === 'no row')
    await row(em)`delete from media_suspects s where why = 'no row'
      and exists (select 1 from media m where m.key = s.key)`;
  return again;
}

function* inBatches(keys: readonly string[]): Generator<string[]> {
  for (let at = 0; at < keys.length; at += batch) yield keys.slice(at, at + batch);
}
