import { z } from 'zod';
import { api, everyone } from '../../../http/api/api.server.ts';
import type { Description } from '../../../http/api/description.ts';
import { listAnswer, requestedSize } from '../../../http/api/list-call.server.ts';
import { enforceSearchLimit } from '../../core/rate-limits/rate-limit.server.ts';
import { searchText } from '../../core/schemas/request-shapes.ts';
import { techniqueMap } from '../graph/technique-map.server.ts';
import { findByName } from '../names/find-by-name.server.ts';
import { positionLineShape } from './map.schema.ts';
import { positionLine } from './map-json.server.ts';

const listing = {
  summary: 'List or find positions of the map',
  details:
    'With `search` the best matches by any name in English, Portuguese or Japanese, misspelt ones included, on one page. Without it all positions by id.',
  query: z.object({ search: searchText.optional().default('') }),
  isPaged: true,
  rateLimits: ['search'],
  responses: { 200: z.array(positionLineShape) },
} satisfies Description;

const call = api({
  GET: everyone(listing, async (scope, { url, query }) => {
    const { search } = query();
    await enforceSearchLimit(scope, search);
    const map = await techniqueMap(scope);
    const size = requestedSize(url);
    if (search) {
      const { positions } = await findByName(scope, search, { kinds: ['position'], limit: size });
      const found = positions.flatMap(({ id }) => map.positions.get(id) ?? []);
      return listAnswer(
        scope,
        url,
        found.map((position) => positionLine(map, position)),
        null,
      );
    }
    const after = Number(/^\d{1,10}$/.exec(url.searchParams.get('cursor') ?? '')?.[0] ?? 0);
    const rest = [...map.positions.values()].filter(({ id }) => id > after);
    const shown = rest.slice(0, size);
    const next = rest.length > size ? String(shown.at(-1)?.id) : null;
    return listAnswer(
      scope,
      url,
      shown.map((position) => positionLine(map, position)),
      next,
    );
  }),
});
export const loader = call.loader;
export const action = call.action;
