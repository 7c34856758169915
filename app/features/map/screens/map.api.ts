import { api, everyone } from '../../../http/api/api.server.ts';
import { taughtTransitions } from '../../library/map-links/taught.server.ts';
import { techniqueMap } from '../graph/technique-map.server.ts';
import { mapFacts } from './families.server.ts';
import { mapShape } from './map.schema.ts';

const call = api({
  GET: everyone(
    {
      summary: 'Read the families of the map',
      details: 'Each position belongs to one family; techniques lead from one position to another.',
      responses: { 200: mapShape },
    },
    async (scope) => {
      const [map, taught] = await Promise.all([techniqueMap(scope), taughtTransitions(scope)]);
      const { families, positions, transitions } = mapFacts(map);
      return {
        positions,
        transitions,
        families: families.map(({ slug, name, path, positions, transitionIds }) => ({
          slug,
          name,
          url: path,
          positions,
          transitions: transitionIds.length,
          taught: transitionIds.filter((id) => taught.has(id)).length,
        })),
      };
    },
  ),
});
export const loader = call.loader;
export const action = call.action;
