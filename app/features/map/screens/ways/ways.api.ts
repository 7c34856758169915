import { NotFound } from '../../../../errors.ts';
import { api, everyone } from '../../../../http/api/api.server.ts';
import type { Description } from '../../../../http/api/description.ts';
import { enforceSearchLimit } from '../../../core/rate-limits/rate-limit.server.ts';
import { itemsTeaching } from '../../../library/map-links/items-teaching.server.ts';
import { transitionOpenings } from '../../../library/map-links/taught.server.ts';
import { techniqueMap } from '../../graph/technique-map.server.ts';
import { waysShape } from '../map.schema.ts';
import { itemLine, movingOf } from '../map-json.server.ts';
import { titleOfArc } from '../shown.server.ts';
import { wayCallQuestion } from './way.schema.ts';
import { answerEveryMeaning } from './way.server.ts';

const asking = {
  summary: 'Find ways from one position to another',
  details:
    'Up to three really different ways, the easiest first; steps that the caller can watch count less. A name that means several positions may begin or end in any of them. No way, and a way from a position to itself, are an empty list. `as` is the role of the caller at the beginning, `bottom` by default.',
  query: wayCallQuestion,
  rateLimits: ['search'],
  responses: { 200: waysShape },
  errorResponses: {
    404: 'No position is called so.',
    422: '`from` or `to` is missing or too long, or `as` is no role.',
  },
} satisfies Description;

const call = api({
  GET: everyone(asking, async (scope, { query }) => {
    const question = query();
    await enforceSearchLimit(scope, question.from + question.to);
    const [map, openingOf] = await Promise.all([techniqueMap(scope), transitionOpenings(scope)]);
    const { unknown, ways } = await answerEveryMeaning(scope, map, question, openingOf);
    if (unknown !== null) throw new NotFound(`No position is called '${unknown}'.`);
    const items = await itemsTeaching(
      scope,
      ways.flatMap(({ steps }) => steps.map(({ arc }) => arc.transition.id)),
    );
    return {
      ways: ways.map(({ steps }) => ({
        steps: steps.map(({ arc }) => ({
          transitionId: arc.transition.id,
          name: titleOfArc(map, arc),
          from: arc.fromId,
          to: arc.toId,
          drawingUrl: movingOf(map, arc),
          items: items(arc.transition.id).map(itemLine),
        })),
      })),
    };
  }),
});
export const loader = call.loader;
export const action = call.action;
