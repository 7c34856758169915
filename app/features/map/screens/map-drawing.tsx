import { Drawing } from '../drawing/drawing.tsx';
import type { Drawn } from './drawn.ts';

interface MapDrawingProps {
  drawn: Drawn | null;
  /** In CSS pixels; by default it fills its place. */
  width?: number;
  /** The words beside it say the same. */
  isDecoration?: boolean;
  isFirst?: boolean;
  again?: number;
}

/** A drawing; something that was proposed without one has none. */
export function MapDrawing({ drawn, width, isDecoration, isFirst, again }: MapDrawingProps) {
  if (!drawn) return <span />;
  return (
    <Drawing
      drawing={drawn.drawing}
      alt={isDecoration ? '' : drawn.alt}
      shownWidth={width}
      loading={isFirst ? 'eager' : 'lazy'}
      again={again}
    />
  );
}
