import type { MediaFacts } from '../../../media/media.ts';

/** The columns of `media` that hold the facts of a file. */
export const factsRow = ({
  key,
  kind,
  mime,
  width,
  height,
  bytes,
  color,
  widths,
  durationMs,
}: MediaFacts) => ({ key, kind, mime, width, height, bytes, color, widths, duration_ms: durationMs });
