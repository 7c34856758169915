import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { copyFile, mkdir, mkdtemp, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { db } from '../../../db/kysely.server.ts';
import type { Em } from '../../../db/orm.server.ts';
import {
  avatarSteps,
  type Listed,
  type MediaStore,
  type PictureStep,
  type Variant,
  widest,
  widthSteps,
} from '../../../media/media.ts';
import { avatars, pictures } from '../../../media/pictures.server.ts';
import { StoreError } from '../../../media/store-error.ts';

export interface MediaStores {
  localStore: MediaStore;
  remoteStore: MediaStore;
  tempDir: string;
  movesToRemote: boolean;
}

interface Tally {
  moved: number;
  /** Media that could not be moved; they stay and are still served. */
  failed: number;
  unknown: number;
}

interface Options {
  signal?: AbortSignal;
  onStep?: (tally: Tally, error?: unknown) => void;
}

async function findMedium(em: Em, key: string) {
  const medium = await db(em)
    .selectFrom('media')
    .select(['status', 'widths', 'video_state as videoState'])
    .where('key', '=', key)
    .executeTakeFirst();
  return medium ?? findClip(em, key);
}

/** A clip has one file, which is complete when it is ready. */
async function findClip(em: Em, key: string) {
  const clip = await db(em)
    .selectFrom('clips')
    .select('state as status')
    .where('key', '=', key)
    .executeTakeFirst();
  return clip && { ...clip, widths: [] as PictureStep[], videoState: null };
}

interface Sized {
  widths: PictureStep[];
}

const widestOf = ({ widths }: Sized) => `${widest(widths)}.jpg` as const;

/** Moves local files to the service, each checksum confirmed first (ADR-017). May stop anywhere and run again. */
export async function moveToRemote(
  em: Em,
  { localStore, remoteStore }: MediaStores,
  options: Options = {},
): Promise<Tally> {
  return each(media(localStore), options, async (key, files) => {
    const medium = await findMedium(em, key);
    if (medium?.status !== 'ready') return 'unknown';
    const before = files.flatMap(({ variant }) => variant ?? []);
    // With all its sizes: after an interrupted removal a smaller one is the widest here, but not at the service.
    const sizes = widthSteps
      .filter((step) => medium.widths.includes(step))
      .map((step): Variant => `${step}.jpg`);
    for (const variant of new Set(remoteStore.keeps([...before, ...sizes]))) {
      const path = await localStore.localPath(key, variant);
      if (path) await putUnlessMoved(variant, path);
    }

    /** The site and `bin/media` may move the same file at once. One of them finds it gone. */
    async function putUnlessMoved(variant: Variant, path: string) {
      try {
        await remoteStore.put(key, variant, path);
      } catch (error) {
        if (await localStore.localPath(key, variant)) throw error;
      }
    }
    const now = await findMedium(em, key);
    // A conversion can add files at any moment, so its state is read before the files are listed.
    if (now?.videoState === 'converting') return 'failed';
    const after: Variant[] = [];
    for await (const { variant } of localStore.list(key)) if (variant) after.push(variant);
    // Files were added since the first listing; the next run moves them too.
    if (after.some((variant) => !before.includes(variant))) return 'failed';
    // The medium was deleted since it was read, so its copy at the service must go too.
    if (now?.status !== 'ready') await remoteStore.remove(key);
    await localStore.remove(key);
    return 'moved';
  });
}

/** Brings everything back; the service's copies are removed only after their checksums were compared. */
export async function moveToLocal(
  em: Em,
  { localStore, remoteStore, tempDir }: MediaStores,
  options: Options = {},
): Promise<Tally> {
  await mkdir(tempDir, { recursive: true, mode: 0o700 });
  return each(media(remoteStore), options, async (key, files) => {
    const medium = await findMedium(em, key);
    if (medium?.status !== 'ready') return 'unknown';
    const folder = await mkdtemp(join(tempDir, `upload-${process.pid}-`));
    try {
      for (const file of files) await fetchFile(file, medium, { localStore, remoteStore, folder, as: key });
      await db(em)
        .updateTable('media')
        .set({ stream_of: null })
        .where('key', '=', key)
        .where('stream_of', 'is not', null)
        .execute();
      // Only what was compared: another machine may have put a new file there since.
      const compared = files.map(({ variant }) => variant ?? widestOf(medium));
      await remoteStore.remove(key, compared);
      return 'moved';
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
}

/** Notes that a video has streams. Unknown files and repeated calls change nothing. */
export async function noteStreams(em: Em, { key, variant }: { key: string; variant: Variant }) {
  await db(em)
    .updateTable('media')
    .set({ stream_of: variant })
    .where('key', '=', key)
    .where('kind', '=', 'video')
    .where('status', '=', 'ready')
    .where('stream_of', 'is distinct from', variant)
    .execute();
}

type Home = Pick<MediaStores, 'localStore' | 'remoteStore'> & { folder: string; as: string };

/** Copies one file here, checks its checksum, and makes all sizes of an image. @throws StoreError */
export async function fetchFile(
  { key, variant, bytes, sha256: listed }: Listed,
  medium: Sized,
  { localStore, remoteStore, folder, as }: Home,
) {
  const name = variant ?? widestOf(medium);
  const isPicture = variant === null;
  const sha256 = listed ?? (await remoteStore.stat(key, name))?.sha256 ?? null;
  if (await isSame(await localStore.localPath(as, name), { bytes, sha256 })) return;
  const path = join(folder, name);
  await remoteStore.fetchTo(key, name, path);
  if (!(await isSame(path, { bytes, sha256 }))) throw new StoreError('give the file', 'wrong bytes');
  if (isPicture) {
    const copy = join(folder, 'whole');
    await copyFile(path, copy);
    const { makePicture } = await pictures();
    const plain = await makePicture(as, { path: copy, name, bytes }, folder);
    const hasAvatars = medium.widths.includes(avatarSteps[0]);
    const made = hasAvatars ? await (await avatars()).withAvatars(plain, folder) : plain;
    for (const file of made.files)
      if (file.variant !== name) await localStore.put(as, file.variant, file.path);
  }
  // Last, because its presence means that the others are complete.
  await localStore.put(as, name, path);
}

async function isSame(path: string | null, { bytes, sha256 }: Pick<Listed, 'bytes' | 'sha256'>) {
  if (!path) return false;
  const found = await stat(path).catch(() => null);
  if (found?.size !== bytes) return false;
  if (!sha256) return true;
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex') === sha256;
}

async function* media(store: MediaStore): AsyncGenerator<[string, Listed[]]> {
  let files: Listed[] = [];
  for await (const file of store.list()) {
    const key = files[0]?.key;
    if (key !== undefined && key !== file.key) {
      yield [key, files];
      files = [];
    }
    files.push(file);
  }
  const key = files[0]?.key;
  if (key !== undefined) yield [key, files];
}

async function each(
  list: AsyncIterable<[string, Listed[]]>,
  { signal, onStep }: Options,
  carry: (key: string, files: Listed[]) => Promise<keyof Tally>,
): Promise<Tally> {
  const tally: Tally = { moved: 0, failed: 0, unknown: 0 };
  for await (const [key, files] of list) {
    if (signal?.aborted || (tally.failed >= giveUpAfter && tally.moved === 0)) break;
    let error: unknown;
    const outcome = await carry(key, files).catch((thrown: unknown) => {
      error = thrown;
      return 'failed' as const;
    });
    tally[outcome] += 1;
    onStep?.({ ...tally }, error);
  }
  return tally;
}

/** After this many failures without one success the service counts as unreachable. */
const giveUpAfter = 5;
