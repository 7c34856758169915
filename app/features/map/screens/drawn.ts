import type { DrawingFacts } from '../drawing/view.server.ts';

/** A drawing with the text that stands for it. */
export interface Drawn {
  drawing: DrawingFacts;
  alt: string;
}

/** The address of a drawing that stands still. */
export const stillOf = (drawn: Drawn | null | undefined): string | null =>
  (drawn?.drawing.light ?? drawn?.drawing.dark)?.still ?? null;
