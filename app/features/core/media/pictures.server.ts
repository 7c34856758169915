import {
  fitted,
  mimeOf,
  type PictureFormat,
  type PictureStep,
  pictureFormats,
  type Variant,
  type VideoState,
  type VideoStep,
  type WidthStep,
  widthSteps,
} from '../../../media/media.ts';
import type { Scope } from '../../../scope.ts';
import type { PictureFacts } from '../../../ui/pictures/picture.tsx';

export interface MediaRow {
  key: string;
  kind: 'image' | 'video';
  mime: string;
  width: number;
  height: number;
  color: string;
  widths: PictureStep[];
  hasFull?: boolean;
  streamOf?: Variant | null;
  videoState?: VideoState | null;
  videoProgress?: number | null;
  videoSteps?: VideoStep[];
}

/** Who may open the files; `locked` shows only the teaser. */
export type MediaAccess = 'everybody' | 'viewer' | 'locked';

type Asking = Pick<Scope, 'media' | 'viewer' | 'now' | 'visitor'>;

/** The address of one variant for this viewer; locked media have only a teaser address. */
export function mediaAddress(scope: Asking, key: string, variant: Variant, mediaAccess: MediaAccess): string {
  const isPublic = mediaAccess === 'everybody' || variant === 'teaser.webp';
  if (!isPublic && mediaAccess === 'locked') throw new Error('A locked variant has no address');
  const viewerId = isPublic || !scope.viewer ? null : String(scope.viewer.id);
  return scope.media.address({ key, variant, isPublic, viewerId, now: scope.now() });
}

const modernFormats = pictureFormats.filter((format) => format !== 'jpg');

/** An image or a video's poster; when locked, only the teaser. `largest` is the greatest width in pixels. */
export function pictureOf(
  scope: Asking,
  media: MediaRow,
  mediaAccess: MediaAccess,
  { alt, largest = scope.visitor.savesData ? 320 : 640 }: { alt: string; largest?: WidthStep },
): PictureFacts {
  if (mediaAccess === 'locked') {
    const size = fitted(media.width, media.height, 320);
    const src = mediaAddress(scope, media.key, 'teaser.webp', mediaAccess);
    return { src, ...size, color: media.color, alt, sources: [] };
  }
  const steps = widthSteps.filter((step) => step <= largest && media.widths.includes(step));
  const address = (step: WidthStep, format: PictureFormat) =>
    mediaAddress(scope, media.key, `${step}.${format}`, mediaAccess);
  const sources = modernFormats.map((format) => ({
    type: mimeOf(`320.${format}`),
    srcSet: steps
      .map((step) => `${address(step, format)} ${fitted(media.width, media.height, step).width}w`)
      .join(', '),
  }));
  const last = steps.at(-1) ?? 320;
  return {
    src: address(last, 'jpg'),
    ...fitted(media.width, media.height, last),
    color: media.color,
    alt,
    sources,
  };
}

/** The largest size of a profile picture; `Avatar` asks for a smaller one where it shows less. */
export const profileImage = (scope: Asking, key: string | null): string | null =>
  key && mediaAddress(scope, key, '320.webp', 'everybody');
