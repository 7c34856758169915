import type { Em } from '../../db/orm.server.ts';
import { rows } from '../../db/sql.server.ts';
import { canConvert } from '../../media/ffmpeg.server.ts';
import {
  type FilmState,
  type FilmStep,
  type FilmVariant,
  filmSize,
  isPlayable,
  mimeOf,
  type Variant,
  type VideoVariant,
  videoVariant,
} from '../../media/media.ts';
import type { Scope } from '../../scope.ts';
import { type CaptionLanguage, nameOfLanguage } from './captions.ts';
import { type Quality, workWords } from './film.ts';
import { type MediaRow, mediaAddress, type Openness } from './pictures.server.ts';

/** A film as its page shows it. */
export interface FilmView {
  /** `file` is what browsers cannot play: it is offered to be saved. */
  state: 'plays' | 'preparing' | 'file';
  /** Percent of the preparation, where it is known. */
  progress: number | null;
  hasFailed: boolean;
  /** Best first for this viewer; of a film that is being prepared there are none. */
  sources: { src: string; type: string }[];
  /** None where there is no choice. */
  qualities: { quality: Quality; size: string; isCurrent: boolean }[];
  captions: { src: string; language: CaptionLanguage; name: string }[];
}

export interface Wishes {
  /** Asked for by a link; null when the person chose nothing. */
  quality: Quality | null;
}

type Film = MediaRow & { id: number; captions?: CaptionLanguage[] };

/** What a film can do at this moment; a site without a converter plays what was sent as it is. */
export function stateOfFilm(
  film: Pick<MediaRow, 'mime' | 'filmSteps' | 'filmState'>,
  converts = canConvert(),
): FilmView['state'] {
  if (film.filmSteps?.length) return 'plays';
  const isWaiting = film.filmState === 'waiting' || film.filmState === 'converting';
  if (isWaiting && converts) return 'preparing';
  // Some browsers play some MOV; one that even the converter could not read is none of them.
  if (film.filmState === 'failed' && film.mime === 'video/quicktime') return 'file';
  return isPlayable(film.mime) ? 'plays' : 'file';
}

/** The variants that hold the film, small to large; the one that was sent where none was made. */
function filmVariants(film: Pick<MediaRow, 'mime' | 'filmSteps'>): (VideoVariant | FilmVariant)[] {
  const made = (film.filmSteps ?? []).toSorted((a, b) => a - b).map((step): FilmVariant => `${step}p.mp4`);
  const sent = videoVariant(film.mime);
  return made.length > 0 || !sent ? made : [sent];
}

/** The one address of a film for programs: its best playable form; null while that is being made. */
export const filmAddress = (
  scope: Scope,
  film: Pick<MediaRow, 'key' | 'mime' | 'filmSteps' | 'filmState'>,
  openness: Openness,
) => {
  if (stateOfFilm(film) === 'preparing') return null;
  const variant = filmVariants(film).at(-1);
  return variant ? mediaAddress(scope, film.key, variant, openness) : null;
};

/** The best file there is: of a picture its full size; of a film what was sent, if people can open it anywhere, else the best that was made of it. */
export function bestVariant(media: MediaRow): Variant {
  if (media.kind === 'image') return media.hasFull ? 'full.jpg' : `${media.widths.at(-1) ?? 320}.jpg`;
  const sent = videoVariant(media.mime);
  if (sent === 'video.mp4' || sent === 'video.webm') return sent;
  return filmVariants(media).at(-1) ?? 'video.mp4';
}

/** What each of these items' films do that are not ready, in words for their creator; the least ready one counts. */
export async function filmWork(em: Em, ids: number[], converts = canConvert()): Promise<Map<number, string>> {
  const found = await rows<{ id: number; state: FilmState; progress: number | null }>(em)`
    select distinct on (content_id) content_id as id, film_state as state, film_progress as progress
    from media where content_id = any(${ids}::int[]) and status = 'ready'
      and (film_state = 'failed' or film_state in ('waiting', 'converting') and ${converts})
    order by content_id, film_state = 'failed' desc, film_progress nulls first`;
  return new Map(found.map(({ id, state, progress }) => [id, workWords(state, progress) ?? '']));
}

/** @param itemId the item whose page it is */
export function filmView(
  scope: Scope,
  film: Film,
  { itemId, openness, wishes }: { itemId: number; openness: Openness; wishes: Wishes },
): FilmView {
  const state = stateOfFilm(film);
  const variants = state === 'preparing' ? [] : filmVariants(film);
  const { savesData } = scope.visitor;
  const wanted: Quality = wishes.quality ?? (savesData ? 'small' : 'large');
  const ordered = wanted === 'small' ? variants : variants.toReversed();
  const sources = ordered.map((variant) => ({
    src: mediaAddress(scope, film.key, variant, openness),
    type: mimeOf(variant),
  }));
  if (film.streamOf && openness === 'everybody' && !wishes.quality && !savesData) {
    const src = mediaAddress(scope, film.key, 'stream.m3u8', openness);
    sources.unshift({ src, type: mimeOf('stream.m3u8') });
  }
  const steps = film.filmSteps ?? [];
  return {
    state,
    progress: film.filmProgress ?? null,
    hasFailed: film.filmState === 'failed',
    sources,
    qualities:
      steps.length < 2
        ? []
        : ([480, 1080] as const).map((step) => ({
            quality: qualityOf[step],
            size: sizeText(film, step),
            isCurrent: wanted === qualityOf[step],
          })),
    captions: (state === 'plays' ? (film.captions ?? []) : []).map((language) => ({
      src: `/content/${itemId}/media/${film.id}/captions/${language}`,
      language,
      name: nameOfLanguage(language),
    })),
  };
}

const qualityOf: Record<FilmStep, Quality> = { 480: 'small', 1080: 'large' };

function sizeText({ width, height }: MediaRow, step: FilmStep) {
  const size = filmSize(width, height, step);
  return `${size.width} × ${size.height}`;
}
