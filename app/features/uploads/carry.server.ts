import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { copyFile, mkdir, mkdtemp, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Em } from '../../db/orm.server.ts';
import { row } from '../../db/sql.server.ts';
import { makePicture } from '../../media/images.server.ts';
import type { Listed, MediaStore, Variant, WidthStep } from '../../media/media.ts';
import { StoreTrouble } from '../../media/store-trouble.ts';

/** The two stores media are carried between, and a folder for what is under way. */
export interface Carrying {
  near: MediaStore;
  far: MediaStore;
  tempDir: string;
  /** Whether what is made here goes to the service by itself. */
  carriesAway: boolean;
}

interface Tally {
  moved: number;
  /** Media that could not be moved this time; they stay where they are, served as before. */
  failed: number;
  /** Files without a medium; sweeping them is not our work. */
  unknown: number;
}

interface Options {
  /** Ends it before the next medium. */
  signal?: AbortSignal;
  onStep?: (tally: Tally, error?: unknown) => void;
}

interface MediumRow {
  status: string;
  widths: WidthStep[];
  isConverting: boolean;
}

const findMedium = (em: Em, key: string) =>
  row<MediumRow>(em)`select status, widths, film_state is not distinct from 'converting' as "isConverting"
    from media where key = ${key}`;

/** Of a picture's sizes the one that the others are made from. */
const widestOf = ({ widths }: Pick<MediumRow, 'widths'>) => `${widths.at(-1) ?? 320}.jpg` as const;

/**
 * Carries what lies here to the service (decisions 017). Each file is there, its checksum confirmed, before its
 * medium leaves this folder; so it may end anywhere and be run again, and two at once only do work twice.
 */
export async function carryAway(em: Em, { near, far }: Carrying, options: Options = {}): Promise<Tally> {
  return each(media(near), options, async (key, files) => {
    const medium = await findMedium(em, key);
    if (medium?.status !== 'ready') return 'unknown';
    const before = files.flatMap(({ variant }) => variant ?? []);
    for (const variant of far.keeps(before)) {
      // After a removal that was killed a smaller size is the widest here, but not over there.
      const isSize = variant.endsWith('.jpg') && variant !== 'full.jpg';
      if (isSize && variant !== widestOf(medium)) continue;
      const path = await near.localPath(key, variant);
      if (path) await far.put(key, variant, path);
    }
    const now = await findMedium(em, key);
    // A conversion may put its sizes here at any moment; asked before the list, so that none comes between.
    if (now?.isConverting) return 'failed';
    const after: Variant[] = [];
    for await (const { variant } of near.list(key)) if (variant) after.push(variant);
    // Something was made of it meanwhile: the next time takes it along.
    if (after.some((variant) => !before.includes(variant))) return 'failed';
    // Deleted meanwhile: then it must not come to life again over there.
    if (now?.status !== 'ready') await far.remove(key);
    await near.remove(key);
    return 'moved';
  });
}

/**
 * Brings everything back from the service. Files are compared with the checksum they were sent with, the sizes of
 * a picture are made anew from its widest, and only then the service is told to forget them.
 */
export async function carryHome(
  em: Em,
  { near, far, tempDir }: Carrying,
  options: Options = {},
): Promise<Tally> {
  const all = new Map<string, Listed[]>();
  for await (const file of far.list()) all.set(file.key, [...(all.get(file.key) ?? []), file]);
  await mkdir(tempDir, { recursive: true, mode: 0o700 });
  return each(all, options, async (key, files) => {
    const medium = await findMedium(em, key);
    if (medium?.status !== 'ready') return 'unknown';
    const folder = await mkdtemp(join(tempDir, `upload-${process.pid}-`));
    try {
      for (const file of files) await bringHome(file, medium, { near, far, folder, as: key });
      // Its streams stay behind.
      await row(em)`update media set stream_of = null where key = ${key} and stream_of is not null`;
      await far.remove(key);
      return 'moved';
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
}

/** Notes that a film can be played in streams; a file we do not know changes nothing, and so does a repetition. */
export async function noteStreams(em: Em, { key, variant }: { key: string; variant: Variant }) {
  await row(em)`update media set stream_of = ${variant}
    where key = ${key} and kind = 'video' and status = 'ready' and stream_of is distinct from ${variant}`;
}

/** `as` is the key it gets here. */
type Home = Pick<Carrying, 'near' | 'far'> & { folder: string; as: string };

/** Brings one file here, compared with what was sent; of a picture all its sizes.
 *  @throws StoreTrouble */
export async function bringHome(
  { key, variant, bytes, sha256 }: Listed,
  medium: Pick<MediumRow, 'widths'>,
  { near, far, folder, as }: Home,
) {
  const name = variant ?? widestOf(medium);
  const isPicture = variant === null;
  if (await isSame(await near.localPath(as, name), { bytes, sha256 })) return;
  const path = join(folder, name);
  await far.fetchTo(key, name, path);
  if (!(await isSame(path, { bytes, sha256 }))) throw new StoreTrouble('give the file', 'wrong bytes');
  if (isPicture) {
    const copy = join(folder, 'whole');
    await copyFile(path, copy);
    const made = await makePicture(as, { path: copy, name, bytes }, folder);
    for (const file of made.files) if (file.variant !== name) await near.put(as, file.variant, file.path);
  }
  // Last, because it is what tells that the others are there.
  await near.put(as, name, path);
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

/** The files of one medium together, as the store lists them. */
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
  list: AsyncIterable<[string, Listed[]]> | Iterable<[string, Listed[]]>,
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

/** Who fails so often without a single success is away. */
const giveUpAfter = 5;
