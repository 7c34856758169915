import { randomBytes } from 'node:crypto';
import { copyFile, link, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { countAll, db } from '../../../db/kysely.server.ts';
import { lockMembers } from '../../../db/lock-order.server.ts';
import type { Em } from '../../../db/orm.server.ts';
import { contentLimits } from '../../../domain/content-limits.ts';
import { Invalid, NotFound, Refused } from '../../../errors.ts';
import { byteLimit, empty, notAPicture, tooLarge, unreadable } from '../../../media/bad-file.ts';
import { kindOfFile, kindOfHead } from '../../../media/sniff.server.ts';
import type { MemberScope } from '../../../scope.ts';
import { shownName } from '../media/file-name.ts';
import { assertFitsOnDisk, assertWithinQuota } from '../media/storage-quota.server.ts';
import { assertMayWait } from '../media/video-queue.server.ts';
import { bytesOnDisk, deleteChunks, pathOfChunks, writeChunk } from './chunk-files.server.ts';
import { type Begin, type Finish, uploadId } from './chunks.schema.ts';
import { discardPendingMedia, isPending, prepareFiles, storePendingMedia } from './pending-media.server.ts';
import { leaseLost, takeLease } from './writing-lease.server.ts';

export interface Arriving {
  id: string;
  name: string;
  bytes: number;
  offset: number;
  key: string | null;
}

const mostUnfinished = 2 * contentLimits.files;
const renewMs = 10_000;

/** Begins an upload, or finds it again: the member's same file continues where it stopped, in any tab.
 *  @throws Invalid beside `files` for an unusable file, Refused 413 or 507 without room, 429 for too many uploads, or too many
 *  videos that wait to be converted */
export async function beginUpload(scope: MemberScope, input: Begin): Promise<Arriving & { isNew: boolean }> {
  const name = shownName(input.name);
  assertAcceptable({ ...input, name });
  const fingerprint = `${Math.trunc(input.modified)} ${input.head.slice(0, 24).toLowerCase()}`;
  const { em, viewer, now } = scope;
  const id = randomBytes(16).toString('hex');
  const file = { owner_id: viewer.id, name, fingerprint, bytes: input.bytes };
  let begun = await findUploadSession(em, file);
  if (!begun) {
    await assertFitsOnDisk(scope, input.bytes);
    begun = await em.transactional(async (inside) => {
      await lockMembers(inside, [viewer.id]);
      // Of several parallel starts, those that waited for the lock find the row of the first.
      const found = await findUploadSession(inside, file);
      if (found) return found;
      await assertWithinQuota(inside, scope, input.bytes);
      if (kindOfHead(Buffer.from(input.head, 'hex')) === 'video') await assertMayWait(inside, scope);
      await assertFewUnfinished(inside, viewer.id);
      await db(inside)
        .insertInto('upload_sessions')
        .values({ ...file, id, touched_at: now() })
        .execute();
      return undefined;
    });
  }
  if (begun) return { ...(await readUpload(scope, begun.id)), isNew: false };
  return { id, name, bytes: input.bytes, offset: 0, key: null, isNew: true };
}

const findUploadSession = (
  em: Em,
  {
    owner_id,
    name,
    fingerprint,
    bytes,
  }: { owner_id: number; name: string; fingerprint: string; bytes: number },
) =>
  db(em)
    .selectFrom('upload_sessions as b')
    .leftJoin('media as m', 'm.key', 'b.media_key')
    .select('b.id')
    .where('b.owner_id', '=', owner_id)
    .where('b.name', '=', name)
    .where('b.bytes', '=', bytes)
    .where('b.fingerprint', '=', fingerprint)
    .where((eb) => eb.or([eb('b.media_key', 'is', null), isPending]))
    .orderBy('b.touched_at', 'desc')
    .limit(1)
    .executeTakeFirst();

async function assertFewUnfinished(em: Em, memberId: number) {
  const { many } = await db(em)
    .selectFrom('upload_sessions')
    .select(countAll().as('many'))
    .where('owner_id', '=', memberId)
    .where('media_key', 'is', null)
    .executeTakeFirstOrThrow();
  if (many < mostUnfinished) return;
  const message = `${mostUnfinished} of your uploads are unfinished. Please finish or cancel some first.`;
  throw new Refused(message, { status: 429, retryAfter: 60 });
}

/** Checks what is known before the first byte; the finished file is checked again. */
function assertAcceptable({ name, bytes, head, onlyPictures, onPhone }: Begin) {
  const kind = kindOfHead(Buffer.from(head, 'hex'));
  const wrong =
    (bytes === 0 && empty(name)) ||
    (onlyPictures && kind !== 'image' && notAPicture(name)) ||
    (!kind && unreadable(name)) ||
    (kind && bytes > byteLimit(kind) && tooLarge({ name, bytes }, byteLimit(kind)));
  if (wrong) throw new Invalid({ files: [onPhone ? wrong.onPhone : wrong.message] });
}

/** Reads an upload's id from an address. @throws NotFound for an impossible one */
export function uploadIn(text: string | undefined): string {
  const { data } = uploadId.safeParse(text);
  if (data === undefined) throw new NotFound();
  return data;
}

/** The progress of the member's own upload. Corrects its row where the disk has fewer bytes. @throws NotFound */
export async function readUpload({ em, viewer, tempDir }: MemberScope, id: string): Promise<Arriving> {
  const found = await db(em)
    .selectFrom('upload_sessions')
    .select(['id', 'name', 'bytes', 'arrived', 'media_key as key'])
    .where('id', '=', id)
    .where('owner_id', '=', viewer.id)
    .executeTakeFirst();
  if (!found) throw new NotFound('This upload has expired. Please choose the file again.');
  const { arrived, ...upload } = found;
  if (upload.key) return { ...upload, offset: upload.bytes };
  const offset = Math.min(arrived, await bytesOnDisk(tempDir, id));
  // After restoring a backup, which holds no chunks, the file is shorter than its row says.
  if (offset < arrived)
    await db(em)
      .updateTable('upload_sessions')
      .set({ arrived: offset })
      .where('id', '=', id)
      .where('arrived', '=', arrived)
      .execute();
  return { ...upload, offset };
}

export const listUnfinished = ({ em, viewer }: MemberScope) =>
  db(em)
    .selectFrom('upload_sessions')
    .select(['id', 'name', 'bytes', 'arrived'])
    .where('owner_id', '=', viewer.id)
    .where('media_key', 'is', null)
    .where('arrived', '>', 0)
    .orderBy('touched_at', 'desc')
    .limit(mostUnfinished)
    .execute();

/** Takes one chunk; bytes that arrived before a broken connection are kept.
 *  @returns the next offset; `isAccepted` is false at a wrong offset or when another request is writing
 *  @throws NotFound, Refused 413 for more than announced; errors of the disk */
export async function addChunk(
  scope: MemberScope,
  id: string,
  { offset, body }: { offset: number; body: ReadableStream<Uint8Array> | null },
): Promise<{ offset: number; isAccepted: boolean }> {
  const { bytes, ...before } = await readUpload(scope, id);
  const lease = before.offset === offset ? await takeLease(scope, id, offset) : null;
  if (!lease) return { offset: (await readUpload(scope, id)).offset, isAccepted: false };
  let arrived = offset;
  try {
    const path = pathOfChunks(scope.tempDir, id);
    await writeChunk(path, { offset, body, bytes, everyMs: renewMs }, async (safe) => {
      arrived = safe;
      await lease.renew(safe);
    });
  } finally {
    await lease.release(arrived);
  }
  return { offset: arrived, isAccepted: true };
}

/** Turns a complete upload into a pending medium; asked again, it answers the same.
 *  @throws NotFound, also when it is cancelled while it is prepared; Refused 409 while incomplete or in progress; Invalid beside
 *    `files` for a bad file, which is deleted */
export async function finishUpload(
  scope: MemberScope,
  id: string,
  { onlyPictures, onPhone }: Finish,
): Promise<string> {
  const upload = await readUpload(scope, id);
  if (upload.key) return upload.key;
  // The lease at offset `bytes` is only granted when the file is complete.
  const lease = await takeLease(scope, id, upload.bytes);
  if (!lease) {
    const message =
      upload.offset < upload.bytes ? 'The file has not arrived whole.' : 'The file is being prepared.';
    throw new Refused(message, { status: 409, retryAfter: 2 });
  }
  const { em, tempDir } = scope;
  // A lost lease is noticed below, when the key is written.
  const renewal = setInterval(() => void lease.renew(upload.bytes).catch(() => {}), renewMs);
  const folder = await mkdtemp(join(tempDir, `upload-${process.pid}-`));
  try {
    const path = join(folder, 'sent-0');
    // A second link to the bytes: if the process dies here, the upload can still be finished later.
    await link(pathOfChunks(tempDir, id), path).catch(() => copyFile(pathOfChunks(tempDir, id), path));
    const kind = await kindOfFile(path);
    const part = { field: 'files', path, kind, name: upload.name, bytes: upload.bytes };
    const prepared = await prepareFiles(
      [{ ...part, limitBytes: contentLimits.videoBytes, tooLarge: false }],
      folder,
      { onlyPictures, onPhone },
    );
    const [kept] = await storePendingMedia(scope, prepared, id);
    if (!kept) {
      await deleteSession(scope, id);
      throw new Invalid({ files: prepared.problems });
    }
    const finished = await db(em)
      .updateTable('upload_sessions')
      .set({ media_key: kept.key })
      .where('id', '=', id)
      .where('writer', '=', lease.writer)
      .returning('id')
      .executeTakeFirst();
    if (!finished) {
      await discardPendingMedia(scope, [kept.key]);
      throw leaseLost();
    }
    await deleteChunks(tempDir, id);
    return kept.key;
  } finally {
    clearInterval(renewal);
    await rm(folder, { recursive: true, force: true });
    await lease.release(upload.bytes);
  }
}

/** Cancels an upload, also a finished one that is not published yet; it may be gone already. */
export async function cancelUpload(scope: MemberScope, id: string): Promise<void> {
  const key = await deleteSession(scope, id);
  if (key) await discardPendingMedia(scope, [key]);
}

async function deleteSession({ em, viewer, tempDir }: MemberScope, id: string): Promise<string | null> {
  const gone = await db(em)
    .deleteFrom('upload_sessions')
    .where('id', '=', id)
    .where('owner_id', '=', viewer.id)
    .returning('media_key as key')
    .executeTakeFirst();
  if (gone) await deleteChunks(tempDir, id);
  return gone?.key ?? null;
}
