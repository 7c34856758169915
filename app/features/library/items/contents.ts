import { counted } from '../../../ui/number.ts';
import type { ItemView } from './item-view.server.ts';

/** '0:18 video, 3 pictures, 6 steps': of a locked item too. */
export function contentsOf({
  videoCount,
  videoLength,
  pictureCount,
  stepCount,
}: Pick<ItemView, 'videoCount' | 'videoLength' | 'pictureCount' | 'stepCount'>): string {
  const video = videoCount === 1 ? `${videoLength ?? 'One'} video` : counted(videoCount, 'video');
  return [
    videoCount > 0 && video,
    pictureCount > 0 && counted(pictureCount, 'picture'),
    stepCount > 0 && counted(stepCount, 'step'),
  ]
    .filter(Boolean)
    .join(', ');
}
