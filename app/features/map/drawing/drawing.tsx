import type { DrawingFacts } from './view.server.ts';

interface DrawingProps {
  drawing: DrawingFacts;
  /** Says what happens (`alt-texts.ts`). */
  alt: string;
  /** In CSS pixels; by default it is as wide as its place. */
  shownWidth?: number;
  loading?: 'eager' | 'lazy';
  /** How often the movement was asked for again. An image that is already known to a browser does not begin anew. */
  again?: number;
}

const [still, isDark] = ['(prefers-reduced-motion: reduce)', '(prefers-color-scheme: dark)'];

/** A drawing of the map, in the theme of the page. It stands still in print and for those who want no motion. */
export function Drawing({ drawing, alt, shownWidth, loading = 'lazy', again = 0 }: DrawingProps) {
  const { light, dark, width, height } = drawing;
  const size = shownWidth ? shownWidth / width : 1;
  const first = light ?? dark;
  const query = again > 0 ? `?${again}` : '';
  const moving = (addresses: DrawingFacts['light']) => addresses?.moving && `${addresses.moving}${query}`;
  return (
    <picture className={shownWidth ? undefined : 'picture'}>
      {light && dark?.moving && <source media={`${isDark} and ${still}`} srcSet={dark.still} />}
      {first?.moving && <source media={`print, ${still}`} srcSet={first.still} />}
      {light && dark && <source media={isDark} srcSet={moving(dark) ?? dark.still} />}
      <img
        src={moving(first) ?? first?.still}
        width={width * size}
        height={Math.round(height * size)}
        alt={alt}
        loading={loading}
        decoding="async"
      />
    </picture>
  );
}
