import { api, everyone } from '../../../http/api/api.server.ts';
import { techniqueMap } from '../../map/graph/technique-map.server.ts';
import { numberedWayPath } from './paths.ts';
import { sheetShape } from './sheet.schema.ts';
import { sheetJson } from './sheet-json.server.ts';
import { numberedCallQuestion } from './way.schema.ts';
import { askedWayOfAll, studyWay } from './way-study.server.ts';

const call = api({
  GET: everyone(
    {
      summary: 'Read the sheet of a way',
      details: 'The question of `GET /api/map/ways`, and which of its ways is meant.',
      query: numberedCallQuestion,
      rateLimits: ['search'],
      responses: { 200: sheetShape },
      errorResponses: {
        404: 'No position is called so, or there is no way.',
        422: '`from` or `to` is missing or too long, `as` is no role, or `way` no number from 1 to 3.',
      },
    },
    async (scope, { query }) => {
      const question = query();
      const map = await techniqueMap(scope);
      const way = await askedWayOfAll(scope, map, question);
      return sheetJson(scope, await studyWay(scope, map, question, way), numberedWayPath(question));
    },
  ),
});
export const loader = call.loader;
export const action = call.action;
