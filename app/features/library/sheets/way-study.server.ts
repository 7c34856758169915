import { NotFound } from '../../../errors.ts';
import type { Scope } from '../../../scope.ts';
import { counted } from '../../../ui/number.ts';
import { enforceSearchLimit } from '../../core/rate-limits/rate-limit.server.ts';
import { wayViews } from '../../map/drawing/way.server.ts';
import type { TechniqueMap } from '../../map/graph/technique-map.server.ts';
import type { Way } from '../../map/graph/ways.ts';
import { endText, sideLabels } from '../../map/screens/labels.ts';
import { wayPath } from '../../map/screens/paths.ts';
import type { WayQuestion } from '../../map/screens/ways/way.schema.ts';
import { answerEveryMeaning, answerWay } from '../../map/screens/ways/way.server.ts';
import { transitionOpenings } from '../map-links/taught.server.ts';
import { bothThemes, drawnTechnique, type Studied, teachingOf } from './techniques.server.ts';

/** A question, and which of its ways is meant. */
export interface NumberedQuestion extends WayQuestion {
  way: number;
}

/** The way that is meant, or the last one where there are fewer; null where the question has no way for an answer. */
export async function askedWay(
  scope: Scope,
  map: TechniqueMap,
  { way, ...question }: NumberedQuestion,
): Promise<Way | null> {
  await enforceSearchLimit(scope, question.from + question.to);
  const { ways } = await answerWay(scope, map, question, await transitionOpenings(scope));
  return ways[way - 1] ?? ways.at(-1) ?? null;
}

/** The same for a program, which cannot be asked what it means. @throws NotFound */
export async function askedWayOfAll(
  scope: Scope,
  map: TechniqueMap,
  { way, ...question }: NumberedQuestion,
): Promise<Way> {
  await enforceSearchLimit(scope, question.from + question.to);
  const openings = await transitionOpenings(scope);
  const { unknown, ways } = await answerEveryMeaning(scope, map, question, openings);
  if (unknown !== null) throw new NotFound(`No position is called '${unknown}'.`);
  const found = ways[way - 1] ?? ways.at(-1);
  if (!found) throw new NotFound('There is no such way.');
  return found;
}

/** The steps of a way, all seen by one camera. */
export async function studyWay(
  scope: Scope,
  map: TechniqueMap,
  { way: _, ...question }: NumberedQuestion,
  { steps }: Way,
): Promise<Studied> {
  const views = wayViews(steps, null);
  const drawn = steps.map(({ arc, roleBefore }, at) =>
    drawnTechnique(map, arc, views[at] ?? bothThemes(roleBefore), roleBefore),
  );
  const { taught, cards } = await teachingOf(scope, drawn);
  const path = wayPath(question);
  const end = endText(question.as, steps.at(-1)?.roleAfter ?? question.as);
  return {
    study: {
      kind: 'way',
      title: `From ${drawn[0]?.from} to ${drawn.at(-1)?.to}`,
      lead: `${counted(steps.length, 'step')}. You begin ${sideLabels[question.as]}. ${end}`,
      path,
      url: `${scope.origin}${path}`,
      figures: [],
      names: null,
      item: null,
      groups: [{ id: 'steps', title: 'The steps', techniques: drawn.map(taught), left: 0 }],
    },
    cards,
  };
}
