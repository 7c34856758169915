import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Em } from '../../db/orm.server.ts';
import { row } from '../../db/sql.server.ts';
import { convertFilm } from '../../media/convert.server.ts';
import { canConvert } from '../../media/ffmpeg.server.ts';
import { type FilmStep, filmStepsFor, type MediaStore, videoVariant } from '../../media/media.ts';
import type { HouseScope } from '../../scope.ts';
import { fitsOnDisk } from './room.server.ts';

export interface Converting {
  media: MediaStore;
  tempDir: string;
  /** Ends the film under way, which is begun anew by whoever works next. */
  signal?: AbortSignal;
  /** For tests; usually ffmpeg's. */
  convert?: typeof convertFilm;
}

interface Film {
  id: number;
  key: string;
  mime: string;
  width: number;
  height: number;
  durationMs: number | null;
  tries: number;
}

type Scope = Pick<HouseScope, 'em' | 'now'>;

const mostTries = 3;
/** A conversion that gives no sign for so long has died, with its process or its machine. */
const leaseMs = 60_000;
const signMs = 2_000;
const pauseMs = 60_000;
const turn = 823_415;
/** A film, and what may be made of it. */
const roomBytes = 600_000_000;

/**
 * Converts the films that wait, one after the other and never two at once, whichever processes work. All that is
 * known stands in the row of the medium: so it may be killed anywhere, and whoever works next goes on.
 * @throws errors of the store and the disk, after the film was put back for another try; without room, before
 */
export async function convertFilms(scope: Scope, converting: Converting): Promise<void> {
  if (!canConvert()) return;
  while (!converting.signal?.aborted) {
    // Nothing is taken then, so that waiting costs no film a try.
    if (!(await fitsOnDisk(converting.tempDir, roomBytes)))
      throw new Error('No room on the disk to convert films');
    const film = await takeNext(scope.em, scope.now());
    if (!film) return;
    await convertOne(scope, film, converting);
  }
}

const takeNext = (em: Em, now: Date) =>
  em.transactional(async (inside) => {
    await row(inside)`select pg_advisory_xact_lock(${turn})`;
    await row(inside)`update media set film_state = 'failed', film_progress = null
      where film_state = 'converting' and convert_at <= ${now} and film_tries >= ${mostTries}`;
    return row<Film>(inside)`
      update media set film_state = 'converting', film_tries = film_tries + 1, film_progress = null,
        convert_at = ${leaseFrom(now)}
      where id = (
        select id from media where film_state in ('waiting', 'converting') and convert_at <= ${now}
          and status = 'ready'
          and not exists (select 1 from media where film_state = 'converting' and convert_at > ${now})
        order by convert_at, id limit 1)
      returning id, key, mime, width, height, duration_ms as "durationMs", film_tries as tries`;
  });

const leaseFrom = (now: Date) => new Date(now.getTime() + leaseMs);

async function convertOne(scope: Scope, film: Film, converting: Converting) {
  const { tempDir, convert = convertFilm } = converting;
  await mkdir(tempDir, { recursive: true, mode: 0o700 });
  const folder = await mkdtemp(join(tempDir, `upload-${process.pid}-`));
  const signs = giveSigns(scope, film);
  try {
    const input = join(folder, 'film');
    const variant = videoVariant(film.mime);
    if (!variant || !(await converting.media.fetchTo(film.key, variant, input))) {
      return await giveUp(scope.em, film);
    }
    const signal = AbortSignal.any([signs.lost, ...(converting.signal ? [converting.signal] : [])]);
    const steps = filmStepsFor(film.width, film.height);
    const watching = { signal, onProgress: signs.progress };
    const { ending, files } = await convert({ ...film, input, steps, folder }, watching);
    if (ending === 'done') await finish(scope, film, files, converting.media);
    else if (ending === 'stopped') await putBack(scope.em, film, { at: scope.now(), tries: film.tries - 1 });
    else if (ending === 'late' || film.tries >= mostTries) await giveUp(scope.em, film);
    else await putBack(scope.em, film, { at: scope.now() });
  } catch (error) {
    const at = new Date(scope.now().getTime() + film.tries * pauseMs);
    if (film.tries >= mostTries) await giveUp(scope.em, film);
    else await putBack(scope.em, film, { at });
    throw error;
  } finally {
    await signs.end();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Says every two seconds how far it is; `lost` is told when the film is gone or somebody else has taken it. */
function giveSigns({ em, now }: Scope, film: Film) {
  const lost = new AbortController();
  const fork = em.fork();
  let percent: number | null = null;
  let sign: Promise<unknown> = Promise.resolve();
  const timer = setInterval(() => {
    sign = sign.then(async () => {
      const isOurs = await row(fork)`
        update media set film_progress = ${percent}, convert_at = ${leaseFrom(now())}
        where id = ${film.id} and film_state = 'converting' and film_tries = ${film.tries}
          and status = 'ready' returning id`;
      if (!isOurs) lost.abort();
      // A database that is away for a moment: the next sign will do, or the lease runs out.
    }, noMatter);
    sign = sign.catch(noMatter);
  }, signMs);
  return {
    lost: lost.signal,
    progress(now: number) {
      percent = now;
    },
    async end() {
      clearInterval(timer);
      await sign;
    },
  };
}

const noMatter = () => {};

async function finish(
  { em }: Scope,
  film: Film,
  files: { step: FilmStep; path: string }[],
  media: MediaStore,
) {
  for (const { step, path } of files) await media.put(film.key, `${step}p.mp4`, path);
  const steps = files.map(({ step }) => step);
  const isThere = await row(em)`
    update media set film_state = 'done', film_progress = 100, film_steps = ${steps}::int[], convert_at = null
    where id = ${film.id} and key = ${film.key} and film_state = 'converting' and status = 'ready' returning id`;
  if (isThere || (await row(em)`select 1 from media where key = ${film.key} and status = 'ready'`)) return;
  // Deleted, or under another key meanwhile: what was put for it must not stay behind.
  await media.remove(film.key);
  await putBack(em, film, { at: new Date(0) });
}

const putBack = (em: Em, { id, tries: ours }: Film, { at, tries = ours }: { at: Date; tries?: number }) =>
  row(
    em,
  )`update media set film_state = 'waiting', film_progress = null, film_tries = ${tries}, convert_at = ${at}
    where id = ${id} and film_state = 'converting' and film_tries = ${ours}`;

const giveUp = (em: Em, { id, tries }: Film) =>
  row(em)`update media set film_state = 'failed', film_progress = null, convert_at = null
    where id = ${id} and film_state = 'converting' and film_tries = ${tries}`;
