import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import type { ReadableStream as WebStream } from 'node:stream/web';
import { ZipFile } from 'yazl';
import { countAll, db, sql } from '../../../db/kysely.server.ts';
import { type Variant, videoVariant, type WidthStep } from '../../../media/media.ts';
import type { MemberScope } from '../../../scope.ts';
import { type Entry, emptyPage, endOfPage, indexPage, rowOf, startOfPage } from './archive-pages.ts';
import type { Collection } from './collection.ts';
import { collections } from './collections.server.ts';

const pageSize = 500;
/** Not compressed, so that the packer waits for the reader, file by file, instead of filling the memory. */
const stored = { compress: false };

/** A ZIP file of all personal data of the member, made while it is read. */
export function archiveOf(scope: MemberScope): ReadableStream<Uint8Array> {
  const zip = new ZipFile();
  const out = zip.outputStream as Readable;
  const stop = new AbortController();
  // The packer does not listen for errors of its sources, and an unhandled error would end the process.
  const guarded = (source: Readable) => source.on('error', (error) => out.destroy(error));
  const add = (name: string, read: () => AsyncIterable<string>) =>
    zip.addReadStreamLazy(name, { mtime: scope.now() }, (done) => done(null, guarded(Readable.from(read()))));
  zip.addBuffer(Buffer.from(indexPage(scope.viewer.username, scope.now(), collections)), 'index.html', {
    mtime: scope.now(),
  });
  for (const collection of collections) {
    add(`${collection.name}.json`, () => asJson(entriesOf(scope, collection)));
    add(`${collection.name}.html`, () => asPage(collection.title, entriesOf(scope, collection)));
  }
  zip.on('error', (error) => out.destroy(error as Error));
  addFiles(scope, zip, { signal: stop.signal, guarded }).then(
    () => zip.end(),
    (error) => out.destroy(error),
  );
  out.once('close', () => stop.abort());
  return Readable.toWeb(out) as ReadableStream<Uint8Array>;
}

async function* entriesOf({ em, viewer }: MemberScope, { read }: Collection): AsyncGenerator<Entry> {
  let after = 0;
  for (;;) {
    const entries = await read(em, { memberId: viewer.id, after, size: pageSize });
    for (const { key, ...entry } of entries) yield entry;
    if (entries.length < pageSize) return;
    after = entries.at(-1)?.key ?? 0;
  }
}

async function* asJson(entries: AsyncIterable<Entry>) {
  let before = '[';
  for await (const entry of entries) {
    yield `${before}\n${JSON.stringify(entry)}`;
    before = ',';
  }
  yield before === '[' ? '[]\n' : '\n]\n';
}

async function* asPage(title: string, entries: AsyncIterable<Entry>) {
  yield startOfPage(title);
  let isEmpty = true;
  for await (const entry of entries) {
    yield rowOf(entry);
    isEmpty = false;
  }
  if (isEmpty) yield emptyPage;
  yield endOfPage;
}

interface Reading {
  signal: AbortSignal;
  /** Ends the archive when one of its sources fails. */
  guarded: (source: Readable) => Readable;
}

/** Adds each image at its largest size and each video; their bytes are read one file after another. */
async function addFiles(scope: MemberScope, zip: ZipFile, { signal, guarded }: Reading) {
  for (let after = 0; !signal.aborted; ) {
    const files = await readFiles(scope, after);
    for (const { key, ...file } of files) {
      const variant = bestOf(file);
      if (!variant || !(await scope.media.stat(key, variant))) continue;
      zip.addReadStreamLazy(`files/${key}.${variant.split('.').at(-1)}`, stored, (done) => {
        open(scope, key, variant, signal).then(
          (bytes) => done(null, guarded(bytes)),
          (error) => done(error, Readable.from([])),
        );
      });
    }
    if (files.length < pageSize) return;
    after = files.at(-1)?.id ?? 0;
  }
}

const readFiles = ({ em, viewer }: MemberScope, after: number) =>
  db(em)
    .selectFrom('media')
    .select(['id', 'key', 'kind', 'mime', 'widths', 'has_full as hasFull'])
    .where('owner_id', '=', viewer.id)
    .where('status', '=', 'ready')
    .where('id', '>', after)
    .orderBy('id')
    .limit(pageSize)
    .$narrowType<{ widths: WidthStep[] }>()
    .execute();
type OwnFile = Awaited<ReturnType<typeof readFiles>>[number];

const bestOf = ({ kind, mime, widths, hasFull }: Omit<OwnFile, 'key'>): Variant | null => {
  if (kind === 'video') return videoVariant(mime);
  return hasFull ? 'full.jpg' : `${widths.at(-1) ?? 1280}.jpg`;
};

async function open({ media }: MemberScope, key: string, variant: Variant, signal: AbortSignal) {
  const path = await media.localPath(key, variant);
  if (path) return createReadStream(path, { signal });
  const there = await media.elsewhere(key, variant)?.open({ method: 'GET', range: null, signal });
  if (!there?.body) throw new Error(`The file ${key} is gone`);
  return Readable.fromWeb(there.body as WebStream);
}

/** The number of files in the archive and its approximate bytes. */
export const archiveSize = ({ em, viewer }: MemberScope) =>
  db(em)
    .selectFrom('media')
    .select([countAll().as('files'), sql<number>`coalesce(sum(bytes), 0)::float8`.as('bytes')])
    .where('owner_id', '=', viewer.id)
    .where('status', '=', 'ready')
    .executeTakeFirstOrThrow();
