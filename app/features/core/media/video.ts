import type { VideoState } from '../../../media/media.ts';

export const qualities = ['small', 'large'] as const;
export type Quality = (typeof qualities)[number];

export const qualityIn = (text: string | null): Quality | null =>
  qualities.find((each) => each === text) ?? null;

/** What an unfinished video does, for its creator. `before` is how many are converted before one that waits. */
export function workWords(
  state: VideoState | null | undefined,
  progress: number | null,
  before?: number,
): string | null {
  if (state === 'failed') return 'We could not convert this video.';
  if (state !== 'waiting' && state !== 'converting') return null;
  if (state === 'waiting' && before)
    return `This video waits to be converted. ${before === 1 ? 'One video comes' : `${before} videos come`} first.`;
  return progress === null ? 'Processing the video …' : `Processing the video … ${progress} %`;
}
