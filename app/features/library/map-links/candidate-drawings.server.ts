import type { Scope } from '../../../scope.ts';
import type { Theme } from '../../map/drawing/figure.ts';
import { type DrawingFacts, positionDrawing, transitionDrawing } from '../../map/drawing/view.server.ts';
import { type TechniqueMap, techniqueMap } from '../../map/graph/technique-map.server.ts';
import type { AskedQuestion } from './questions.server.ts';
import type { Candidate } from './resolve.server.ts';

export type DrawnQuestion = Omit<AskedQuestion, 'waiting'> & {
  waiting: { words: string; candidates: (Candidate & { drawing: DrawingFacts | null })[] } | null;
};

/** Adds small still drawings to what may be meant. */
export async function withDrawings(
  scope: Pick<Scope, 'em' | 'now'>,
  questions: AskedQuestion[],
  theme: Theme | null,
): Promise<DrawnQuestion[]> {
  const map = await techniqueMap(scope);
  return questions.map(({ waiting, ...question }) => ({
    ...question,
    waiting: waiting && {
      ...waiting,
      candidates: waiting.candidates.map((each) => ({ ...each, drawing: drawingOf(map, each, theme) })),
    },
  }));
}

function drawingOf(map: TechniqueMap, { kind, id }: Candidate, theme: Theme | null): DrawingFacts | null {
  const view = { theme, filled: 'bottom' as const };
  const position = kind === 'position' ? map.positions.get(id) : undefined;
  if (position) return positionDrawing(map, position, view);
  const transition = kind === 'transition' ? map.transitions.get(id) : undefined;
  const arc = transition && map.arcsFrom(transition.fromId).find((each) => each.transition.id === id);
  const drawing = arc ? transitionDrawing(arc, view) : null;
  // Many movements at once would be too much.
  const still = (addresses: DrawingFacts['light']) => addresses && { ...addresses, moving: null };
  return drawing && { ...drawing, light: still(drawing.light), dark: still(drawing.dark) };
}
