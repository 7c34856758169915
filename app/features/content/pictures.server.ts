import {
  type FilmState,
  type FilmStep,
  fitted,
  mimeOf,
  type PictureFormat,
  pictureFormats,
  type Variant,
  type WidthStep,
} from '../../media/media.ts';
import type { Scope } from '../../scope.ts';
import type { PictureFacts } from '../../ui/picture.tsx';

/** A row of `media`, as lists and item pages select it. */
export interface MediaRow {
  key: string;
  kind: 'image' | 'video';
  mime: string;
  width: number;
  height: number;
  color: string;
  widths: WidthStep[];
  /** Of pictures of items, where it matters: a file of the full size is kept. */
  hasFull?: boolean;
  /** Present for films that a service has made streams of. */
  streamOf?: Variant | null;
  /** Of films, where lists and pages need it: how far the conversion is, and what came of it. */
  filmState?: FilmState | null;
  filmProgress?: number | null;
  filmSteps?: FilmStep[];
}

/** Who may open the bytes: everybody, the viewer alone, or nobody (then only the teaser is shown). */
export type Openness = 'everybody' | 'viewer' | 'locked';

type Asking = Pick<Scope, 'media' | 'viewer' | 'now' | 'visitor'>;

/** The address of one variant for this viewer; locked media have none but the teaser's. */
export function mediaAddress(scope: Asking, key: string, variant: Variant, openness: Openness): string {
  const isPublic = openness === 'everybody' || variant === 'teaser.webp';
  if (!isPublic && openness === 'locked') throw new Error('A locked variant has no address');
  const viewerId = isPublic || !scope.viewer ? null : String(scope.viewer.id);
  return scope.media.address({ key, variant, isPublic, viewerId, now: scope.now() });
}

/** What a `<picture>` offers besides the JPEG of its `img`, best first. */
const modernFormats = pictureFormats.filter((format) => format !== 'jpg');

/** A picture, or a film's poster, when locked its blurred teaser alone. `largest` is how many pixels wide at most:
 *  by default what a card needs, less for whoever saves data. */
export function pictureOf(
  scope: Asking,
  media: MediaRow,
  openness: Openness,
  { alt, largest = scope.visitor.savesData ? 320 : 640 }: { alt: string; largest?: WidthStep },
): PictureFacts {
  if (openness === 'locked') {
    const size = fitted(media.width, media.height, 320);
    const src = mediaAddress(scope, media.key, 'teaser.webp', openness);
    return { src, ...size, color: media.color, alt, sources: [] };
  }
  const steps = media.widths.filter((step) => step <= largest);
  const address = (step: WidthStep, format: PictureFormat) =>
    mediaAddress(scope, media.key, `${step}.${format}`, openness);
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

/** The address of a person's own picture; null where a drawn one stands in. */
export const profileImage = (scope: Asking, key: string | null): string | null =>
  key && mediaAddress(scope, key, '320.webp', 'everybody');
