import { groundOf } from './ground.ts';

/** What a page knows of a picture; `sources` best first, none for a locked teaser. */
export interface PictureFacts {
  src: string;
  /** Pixels of `src`, so that the box is reserved before a byte arrives. */
  width: number;
  height: number;
  /** Dominant colour, '#rrggbb'. */
  color: string | null;
  alt: string;
  sources: readonly { type: string; srcSet: string; media?: string }[];
}

interface PictureProps {
  picture: PictureFacts;
  /** How wide it will be, in the words of the `sizes` attribute. */
  sizes?: string;
  /** Only the first picture of a page is urgent; lists mark what lies below the fold as lazy. */
  loading?: 'eager' | 'lazy';
  urgent?: boolean;
  shape?: '4x3';
}

export function Picture({ picture, sizes, loading, urgent, shape }: PictureProps) {
  const { src, width, height, alt, color, sources } = picture;
  const priority = urgent ? { fetchpriority: 'high' } : {};
  return (
    <picture className={shape ? `picture picture--${shape}` : 'picture'} data-ground={groundOf(color)}>
      {sources.map((source) => (
        <source key={source.srcSet} {...source} sizes={sizes} />
      ))}
      <img
        src={src}
        width={width}
        height={height}
        alt={alt}
        loading={loading}
        decoding="async"
        {...priority}
      />
    </picture>
  );
}
