import type { VideoState } from '../../../media/media.ts';

export const qualities = ['small', 'large'] as const;
export type Quality = (typeof qualities)[number];

export const qualityIn = (text: string | null): Quality | null =>
  qualities.find((each) => each === text) ?? null;

export function workWords(state: VideoState | null | undefined, progress: number | null): string | null {
  if (state === 'failed') return 'We could not convert this video.';
  if (state !== 'waiting' && state !== 'converting') return null;
  return progress === null ? 'Processing the video …' : `Processing the video … ${progress} %`;
}
