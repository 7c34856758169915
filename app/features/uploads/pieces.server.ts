import { randomBytes } from 'node:crypto';
import { copyFile, link, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { row, rows } from '../../db/sql.server.ts';
import { Invalid, NotFound, Refused } from '../../errors.ts';
import { byteLimit, empty, notAPicture, tooLarge, unreadable } from '../../media/bad-file.ts';
import { kindOfHead } from '../../media/sniff.server.ts';
import type { MemberScope } from '../../scope.ts';
import { contentLimits } from '../content/words.ts';
import { shownName } from './file-name.ts';
import { bytesSafe, forgetPieces, pathOfPieces, writePiece } from './piece-files.server.ts';
import type { Begin } from './pieces.schema.ts';
import { mustFit, mustHaveRoom } from './room.server.ts';
import { dropWaiting, isWaiting, keepWaiting, prepareFiles } from './uploads.server.ts';

/** How far a file has come. */
export interface Arriving {
  id: string;
  name: string;
  bytes: number;
  /** Bytes that are safe: where the next piece begins. */
  offset: number;
  /** Once it is whole and made ready: the waiting file to publish. */
  key: string | null;
}

/** So many may be under way; who sends more of them has lost count. */
const mostUnfinished = 2 * contentLimits.files;
/** A writer that has not spoken for so long is dead, and another may go on. */
const leaseMs = 30_000;
const renewMs = 10_000;

/**
 * Begins a file, or finds it again: the same file of the same member goes on where it stopped, in any tab.
 * @throws Invalid beside `files` for what no upload could bring, Refused 413 or 507 without room, 429 for too many
 */
export async function beginUpload(scope: MemberScope, input: Begin): Promise<Arriving & { isNew: boolean }> {
  const name = shownName(input.name);
  mustBeUseful({ ...input, name });
  const mark = `${Math.trunc(input.modified)} ${input.head.slice(0, 24).toLowerCase()}`;
  const { em, viewer, now } = scope;
  const again = () => row<{ id: string }>(em)`
    select b.id from begun_uploads b left join media m on m.key = b.media_key
    where b.owner_id = ${viewer.id} and b.name = ${name} and b.bytes = ${input.bytes} and b.mark = ${mark}
      and (b.media_key is null or (${isWaiting}))
    order by b.touched_at desc limit 1`;
  const known = await again();
  if (known) return { ...(await readUpload(scope, known.id)), isNew: false };
  await mustHaveRoom(scope, input.bytes);
  const id = randomBytes(16).toString('hex');
  await em.transactional(async (inside) => {
    await mustFit(inside, scope, input.bytes);
    const under = await row<{ many: number }>(inside)`
      select count(*)::int as many from begun_uploads where owner_id = ${viewer.id} and media_key is null`;
    if ((under?.many ?? 0) >= mostUnfinished) {
      const message = `${mostUnfinished} of your uploads are unfinished. Please finish or cancel some first.`;
      throw new Refused(message, { status: 429, retryAfter: 60 });
    }
    await row(inside)`insert into begun_uploads (id, owner_id, name, mark, bytes, touched_at)
      values (${id}, ${viewer.id}, ${name}, ${mark}, ${input.bytes}, ${now()})`;
  });
  return { id, name, bytes: input.bytes, offset: 0, key: null, isNew: true };
}

/** What can be told before a byte is sent; the whole file is judged again when it is here. */
function mustBeUseful({ name, bytes, head, onlyPictures, onPhone }: Begin) {
  const kind = kindOfHead(Buffer.from(head, 'hex'));
  const wrong =
    (bytes === 0 && empty(name)) ||
    (onlyPictures && kind !== 'image' && notAPicture(name)) ||
    (!kind && unreadable(name)) ||
    (kind && bytes > byteLimit(kind) && tooLarge({ name, bytes }, byteLimit(kind)));
  if (wrong) throw new Invalid({ files: [onPhone ? wrong.onPhone : wrong.message] });
}

/** The id in an address. @throws NotFound for what can be none */
export function uploadIn(text: string | undefined): string {
  if (!/^[0-9a-f]{32}$/.test(text ?? '')) throw new NotFound();
  return text ?? '';
}

interface Row extends Omit<Arriving, 'offset'> {
  arrived: number;
}

/** How far one's own upload has come. @throws NotFound */
export async function readUpload({ em, viewer, tempDir }: MemberScope, id: string): Promise<Arriving> {
  const found = await row<Row>(em)`
    select id, name, bytes, arrived, media_key as key from begun_uploads
    where id = ${id} and owner_id = ${viewer.id}`;
  if (!found) throw new NotFound('This upload is not known any more. Please choose the file again.');
  const { arrived, ...upload } = found;
  if (upload.key) return { ...upload, offset: upload.bytes };
  const offset = Math.min(arrived, await bytesSafe(tempDir, id));
  // Brought back from a backup, which holds no pieces.
  if (offset < arrived)
    await row(em)`update begun_uploads set arrived = ${offset} where id = ${id} and arrived = ${arrived}`;
  return { ...upload, offset };
}

/** A member's uploads that wait for the rest of their file, latest first. */
export const listUnfinished = ({ em, viewer }: MemberScope) =>
  rows<{ id: string; name: string; bytes: number; arrived: number }>(em)`
    select id, name, bytes, arrived from begun_uploads
    where owner_id = ${viewer.id} and media_key is null and arrived > 0 order by touched_at desc limit ${mostUnfinished}`;

/**
 * Takes one piece. What has come when the connection breaks is kept, and what counts is safe on the disk.
 * @returns where the next piece begins; `isTaken` is false when this one belongs elsewhere, or another is under way
 * @throws NotFound, Refused 413 for more than was announced; errors of the disk, with the offset as it was
 */
export async function addPiece(
  scope: MemberScope,
  id: string,
  { offset, body }: { offset: number; body: ReadableStream<Uint8Array> | null },
): Promise<{ offset: number; isTaken: boolean }> {
  const { bytes, ...before } = await readUpload(scope, id);
  const lease = before.offset === offset ? await takeLease(scope, id, offset) : null;
  if (!lease) return { offset: (await readUpload(scope, id)).offset, isTaken: false };
  let arrived = offset;
  try {
    const path = pathOfPieces(scope.tempDir, id);
    await writePiece(path, { offset, body, bytes, everyMs: renewMs }, async (safe) => {
      arrived = safe;
      await lease.renew(safe);
    });
  } finally {
    await lease.giveBack(arrived);
  }
  return { offset: arrived, isTaken: true };
}

/**
 * Makes an upload that is whole ready to be published, as the files of a form are. Asked again, it answers the same.
 * @throws NotFound, Refused 409 before it is whole or while it is made, Invalid beside `files` for a bad file, which is forgotten
 */
export async function finishUpload(scope: MemberScope, id: string): Promise<string> {
  const upload = await readUpload(scope, id);
  if (upload.key) return upload.key;
  const lease = upload.offset === upload.bytes ? await takeLease(scope, id, upload.bytes) : null;
  if (!lease) {
    const message =
      upload.offset < upload.bytes ? 'The file has not arrived whole.' : 'The file is being prepared.';
    throw new Refused(message, { status: 409, retryAfter: 2 });
  }
  const { em, tempDir } = scope;
  const renewal = setInterval(() => void lease.renew(upload.bytes).catch(() => {}), renewMs);
  const folder = await mkdtemp(join(tempDir, `upload-${process.pid}-`));
  try {
    const path = join(folder, 'sent-0');
    // A second name of the same bytes: if we die before the end, the file is still there to begin again with.
    await link(pathOfPieces(tempDir, id), path).catch(() => copyFile(pathOfPieces(tempDir, id), path));
    const part = { field: 'files', path, name: upload.name, bytes: upload.bytes };
    const prepared = await prepareFiles(
      [{ ...part, limitBytes: contentLimits.videoBytes, tooLarge: false }],
      folder,
    );
    const [kept] = await keepWaiting(scope, prepared, id);
    if (!kept) {
      await forget(scope, id);
      throw new Invalid({ files: prepared.problems });
    }
    await row(em)`update begun_uploads set media_key = ${kept.key} where id = ${id}`;
    await forgetPieces(tempDir, id);
    return kept.key;
  } finally {
    clearInterval(renewal);
    await rm(folder, { recursive: true, force: true });
    await lease.giveBack(upload.bytes);
  }
}

/** Gives an upload up, also one that was made ready and not yet published; it may be gone already. */
export async function cancelUpload(scope: MemberScope, id: string): Promise<void> {
  const key = await forget(scope, id);
  if (key) await dropWaiting(scope, [key]);
}

async function forget({ em, viewer, tempDir }: MemberScope, id: string): Promise<string | null> {
  const gone = await row<{ key: string | null }>(em)`
    delete from begun_uploads where id = ${id} and owner_id = ${viewer.id} returning media_key as key`;
  if (gone) await forgetPieces(tempDir, id);
  return gone?.key ?? null;
}

/** Lets one writer at a time go on from `offset`, in whatever process; null when there is another. */
async function takeLease({ em, viewer, now }: MemberScope, id: string, offset: number) {
  const writer = randomBytes(8).toString('hex');
  const until = () => new Date(now().getTime() + leaseMs);
  const taken = await row(em)`
    update begun_uploads set writer = ${writer}, writer_until = ${until()}, touched_at = ${now()}
    where id = ${id} and owner_id = ${viewer.id} and media_key is null and arrived = ${offset}
      and (writer_until is null or writer_until <= ${now()})
    returning id`;
  if (!taken) return null;
  return {
    async renew(arrived: number) {
      const held = await row(em)`
        update begun_uploads set arrived = ${arrived}, writer_until = ${until()}, touched_at = ${now()}
        where id = ${id} and writer = ${writer} returning id`;
      if (!held) throw new NotFound('This upload was cancelled, or another window goes on with it.');
    },
    /** Without its database the lease runs out by itself. */
    giveBack: (arrived: number) =>
      row(em)`
        update begun_uploads set arrived = ${arrived}, writer = null, writer_until = null, touched_at = ${now()}
        where id = ${id} and writer = ${writer}`.catch(() => null),
  };
}
