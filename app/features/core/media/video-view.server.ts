import type { NotNull } from 'kysely';
import { anyOf, db } from '../../../db/kysely.server.ts';
import type { Em } from '../../../db/orm.server.ts';
import { type CaptionLanguage, nameOfLanguage } from '../../../domain/caption-languages.ts';
import { canConvert } from '../../../media/ffmpeg.server.ts';
import {
  isPlayable,
  mimeOf,
  type StepVariant,
  type Variant,
  type VideoState,
  type VideoStep,
  type VideoVariant,
  videoSize,
  videoVariant,
  widest,
} from '../../../media/media.ts';
import type { Scope } from '../../../scope.ts';
import { type MediaAccess, type MediaRow, mediaAddress } from './pictures.server.ts';
import { type Quality, workWords } from './video.ts';
import { videosBefore } from './video-queue.server.ts';

export interface VideoView {
  state: 'plays' | 'preparing' | 'file';
  progress: number | null;
  hasFailed: boolean;
  /** Set when it begins later than at its first second. */
  from: number | null;
  sources: { src: string; type: string }[];
  qualities: { quality: Quality; size: string; isCurrent: boolean }[];
  captions: { src: string; language: CaptionLanguage; name: string }[];
  /** The address of its chapters; null without. */
  chapters: string | null;
}

export interface PlaybackChoice {
  quality: Quality | null;
  /** The second at which the video begins. */
  from: number | null;
  hasChapters?: boolean;
}

type Video = MediaRow & { id: number; captions?: CaptionLanguage[] };

/** What can be done with a video now; without ffmpeg the site plays the uploaded file. */
export function stateOfVideo(
  video: Pick<MediaRow, 'mime' | 'videoSteps' | 'videoState'>,
  converts = canConvert(),
): VideoView['state'] {
  if (video.videoSteps?.length) return 'plays';
  const isWaiting = video.videoState === 'waiting' || video.videoState === 'converting';
  if (isWaiting && converts) return 'preparing';
  // Some browsers play some MOV files, but not one that the converter could not read.
  if (video.videoState === 'failed' && video.mime === 'video/quicktime') return 'file';
  return isPlayable(video.mime) ? 'plays' : 'file';
}

/** The playable variants, small to large; the uploaded file when none was made. */
function videoVariants(video: Pick<MediaRow, 'mime' | 'videoSteps'>): (VideoVariant | StepVariant)[] {
  const made = (video.videoSteps ?? []).toSorted((a, b) => a - b).map((step): StepVariant => `${step}p.mp4`);
  const sent = videoVariant(video.mime);
  return made.length > 0 || !sent ? made : [sent];
}

/** The best file of a video to make others from, with its type. */
export function sourceOf(video: Pick<MediaRow, 'mime' | 'videoSteps'>) {
  const variant = videoVariants(video).at(-1);
  return variant ? { variant, mime: mimeOf(variant) } : null;
}

/** The address of a video in calls: its best playable file; null while that is being made. */
export const videoAddress = (
  scope: Scope,
  video: Pick<MediaRow, 'key' | 'mime' | 'videoSteps' | 'videoState'>,
  mediaAccess: MediaAccess,
) => {
  if (stateOfVideo(video) === 'preparing') return null;
  const variant = videoVariants(video).at(-1);
  return variant ? mediaAddress(scope, video.key, variant, mediaAccess) : null;
};

/** The best file to save: an image's full size; the uploaded video if it plays everywhere, else a converted one. */
export function bestVariant(media: MediaRow): Variant {
  if (media.kind === 'image') return media.hasFull ? 'full.jpg' : `${widest(media.widths)}.jpg`;
  const sent = videoVariant(media.mime);
  if (sent === 'video.mp4' || sent === 'video.webm') return sent;
  return videoVariants(media).at(-1) ?? 'video.mp4';
}

/** The lightest file that shows it all, for phones: an image as wide as pages show it, the smallest video. Null for a video
 *  that few programs play, or that is not ready. */
export function lightVariant(media: MediaRow): Variant | null {
  if (media.kind === 'image') return `${widest(media.widths)}.jpg`;
  return stateOfVideo(media) === 'plays' ? (videoVariants(media)[0] ?? null) : null;
}

/** How many videos are converted before each of these that wait; asks nothing when none does. */
export async function placesOf(
  em: Em,
  videos: { id: number; videoState?: VideoState | null | undefined }[],
): Promise<Map<number, number>> {
  const waiting = videos.filter(({ videoState }) => videoState === 'waiting').map(({ id }) => id);
  return waiting.length > 0 ? videosBefore(em, waiting) : new Map();
}

/** What the unfinished videos of each item do, in words for the creator; the least ready one counts. */
export async function videoWork(
  em: Em,
  ids: number[],
  converts = canConvert(),
): Promise<Map<number, string>> {
  const unfinished: VideoState[] = converts ? ['failed', 'waiting', 'converting'] : ['failed'];
  const found = await db(em)
    .selectFrom('media')
    .distinctOn('content_id')
    .select(['content_id as id', 'id as mediaId', 'video_state as state', 'video_progress as progress'])
    .where('content_id', '=', anyOf('int4', ids))
    .where('status', '=', 'ready')
    .where('video_state', 'in', unfinished)
    .orderBy('content_id')
    .orderBy((eb) => eb('video_state', '=', 'failed'), 'desc')
    .orderBy('video_progress', (order) => order.asc().nullsFirst())
    .$narrowType<{ id: NotNull; state: NotNull }>()
    .execute();
  const before = await placesOf(
    em,
    found.map((each) => ({ id: each.mediaId, videoState: each.state })),
  );
  return new Map(
    found.map(({ id, mediaId, state, progress }) => [
      id,
      workWords(state, progress, before.get(mediaId)) ?? '',
    ]),
  );
}

export function videoView(
  scope: Scope,
  video: Video,
  { itemId, mediaAccess, playback }: { itemId: number; mediaAccess: MediaAccess; playback: PlaybackChoice },
): VideoView {
  const state = stateOfVideo(video);
  const variants = state === 'preparing' ? [] : videoVariants(video);
  const { savesData } = scope.visitor;
  const wanted: Quality = playback.quality ?? (savesData ? 'small' : 'large');
  const ordered = wanted === 'small' ? variants : variants.toReversed();
  const sources = ordered.map((variant) => ({
    src: mediaAddress(scope, video.key, variant, mediaAccess),
    type: mimeOf(variant),
  }));
  if (video.streamOf && mediaAccess === 'everybody' && !playback.quality && !savesData) {
    const src = mediaAddress(scope, video.key, 'stream.m3u8', mediaAccess);
    sources.unshift({ src, type: mimeOf('stream.m3u8') });
  }
  const { from } = playback;
  if (from) for (const source of sources) source.src += `#t=${from}`;
  const steps = video.videoSteps ?? [];
  return {
    state,
    from,
    progress: video.videoProgress ?? null,
    hasFailed: video.videoState === 'failed',
    sources,
    qualities:
      steps.length < 2
        ? []
        : ([480, 1080] as const).map((step) => ({
            quality: qualityOf[step],
            size: sizeText(video, step),
            isCurrent: wanted === qualityOf[step],
          })),
    chapters: state === 'plays' && playback.hasChapters ? `/content/${itemId}/chapters.vtt` : null,
    captions: (state === 'plays' ? (video.captions ?? []) : []).map((language) => ({
      src: `/content/${itemId}/media/${video.id}/captions/${language}`,
      language,
      name: nameOfLanguage(language),
    })),
  };
}

const qualityOf: Record<VideoStep, Quality> = { 480: 'small', 1080: 'large' };

function sizeText({ width, height }: MediaRow, step: VideoStep) {
  const size = videoSize(width, height, step);
  return `${size.width} × ${size.height}`;
}
