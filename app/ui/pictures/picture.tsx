import { groundOf } from './ground.ts';

export interface PictureFacts {
  src: string;
  width: number;
  height: number;
  color: string | null;
  alt: string;
  sources: readonly { type: string; srcSet: string; media?: string }[];
}

interface PictureProps {
  picture: PictureFacts;
  sizes?: string;
  /** Only the first image of a page is eager; lists mark those below the fold as lazy. */
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
