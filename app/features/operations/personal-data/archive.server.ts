import { countAll, db, sql } from '../../../db/kysely.server.ts';
import { type Variant, videoVariant, widest } from '../../../media/media.ts';
import type { MemberScope } from '../../../scope.ts';
import { openStored, type ZipBeingMade, zipStream } from '../../core/archives/zip-stream.server.ts';
import { type Entry, emptyPage, endOfPage, indexPage, rowOf, startOfPage } from './archive-pages.ts';
import type { Collection } from './collection.ts';
import { collections } from './collections.server.ts';

const pageSize = 500;

/** A ZIP file of all personal data of the member, made while it is read. */
export const archiveOf = (scope: MemberScope): ReadableStream<Uint8Array> =>
  zipStream(scope.now(), async (zip) => {
    zip.addText('index.html', () => [indexPage(scope.viewer.username, scope.now(), collections)]);
    for (const collection of collections) {
      zip.addText(`${collection.name}.json`, () => asJson(entriesOf(scope, collection)));
      zip.addText(`${collection.name}.html`, () => asPage(collection.title, entriesOf(scope, collection)));
    }
    await addFiles(scope, zip);
  });

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

/** Adds each image at its largest size and each video; their bytes are read one file after another. */
async function addFiles(scope: MemberScope, zip: ZipBeingMade) {
  for (let after = 0; !zip.signal.aborted; ) {
    const files = await readFiles(scope, after);
    for (const { key, ...file } of files) {
      const variant = bestOf(file);
      if (!variant || !(await scope.media.stat(key, variant))) continue;
      const name = `files/${key}.${variant.split('.').at(-1)}`;
      zip.addFile(name, () => openStored(scope.media, { key, variant }, zip.signal));
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
    .execute();
type OwnFile = Awaited<ReturnType<typeof readFiles>>[number];

const bestOf = ({ kind, mime, widths, hasFull }: Omit<OwnFile, 'key'>): Variant | null => {
  if (kind === 'video') return videoVariant(mime);
  return hasFull ? 'full.jpg' : `${widest(widths)}.jpg`;
};

/** The number of files in the archive and its approximate bytes. */
export const archiveSize = ({ em, viewer }: MemberScope) =>
  db(em)
    .selectFrom('media')
    .select([countAll().as('files'), sql<number>`coalesce(sum(bytes), 0)::float8`.as('bytes')])
    .where('owner_id', '=', viewer.id)
    .where('status', '=', 'ready')
    .executeTakeFirstOrThrow();
