import { z } from 'zod';
import { api, everyone } from '../../../http/api/api.server.ts';
import type { Description } from '../../../http/api/description.ts';
import { listAnswer, requestedSize } from '../../../http/api/list-call.server.ts';
import { enforceSearchLimit } from '../../core/rate-limits/rate-limit.server.ts';
import { creatorShape } from './creator.schema.ts';
import { creatorJson, listCreators } from './creators.server.ts';
import { directoryQuery } from './directory.schema.ts';

const listing = {
  summary: 'List the creators',
  details: 'Who has published something. `beltLevel` is accepted for `belt`. The sort is `newest`.',
  query: directoryQuery,
  isPaged: true,
  rateLimits: ['search'],
  responses: { 200: z.array(creatorShape) },
} satisfies Description;

const call = api({
  GET: everyone(listing, async (scope, { url, query }) => {
    const filters = query();
    await enforceSearchLimit(scope, filters.search);
    const page = await listCreators(scope, {
      filters,
      size: requestedSize(url),
      after: url.searchParams.get('cursor'),
    });
    const creators = page.items.map((creator) => creatorJson(scope, creator));
    return listAnswer(scope, url, creators, page.after);
  }),
});
export const loader = call.loader;
export const action = call.action;
