import { groundOf } from './ground.ts';

export interface PictureFacts {
  src: string;
  width: number;
  height: number;
  color: string | null;
  alt: string;
  sources: readonly { type: string; srcSet: string; media?: string }[];
  /** Addresses of an animation, or of the next images, shown over the image while its card, or the hero, is hovered or focused. */
  loop?: string;
  /** The loop of another cut for small screens. A picture with it moves by itself, also where nothing can hover. */
  smallLoop?: string;
  stills?: readonly string[];
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
  const { src, width, height, alt, color, sources, loop, smallLoop, stills = [] } = picture;
  const priority = urgent ? { fetchpriority: 'high' } : {};
  return (
    <>
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
      {loop && <Moving address={loop} small={smallLoop} />}
      {stills.map((address, index) => (
        <Moving key={address} address={address} turn={index + 1} />
      ))}
    </>
  );
}

/** A valid image without a visible pixel. */
const nothing = 'data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA=';

const whereMotionIsWelcome = '(scripting: enabled) and (prefers-reduced-motion: no-preference)';

/** Hidden until then by CSS, and lazy, so that browsers load it only when it is shown. Without scripts browsers ignore
 *  `lazy`, therefore `scripting` is asked. `turn` is the place of a still among others. */
const Moving = ({ address, turn, small }: { address: string; turn?: number; small?: string }) => (
  <picture className={turn ? `moving moving--${turn}` : 'moving'} data-loop={small && ''}>
    {small && (
      <source media={`(width < 40rem) and ${whereMotionIsWelcome}`} type="image/avif" srcSet={small} />
    )}
    <source
      media={`${small ? '' : '(hover: hover) and '}${whereMotionIsWelcome}`}
      type="image/avif"
      srcSet={address}
    />
    <img src={nothing} alt="" width="1" height="1" loading="lazy" />
  </picture>
);
