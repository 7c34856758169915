import { z } from 'zod';
import { api, everyone } from '../../../http/api/api.server.ts';
import { listAnswer, requestedSize } from '../../../http/api/list-call.server.ts';
import { findCreator } from '../../library/creators/creators.server.ts';
import { listShape, listsQuery } from './list.schema.ts';
import { listJson } from './list-json.server.ts';
import { publicListsPage } from './lists.server.ts';

const call = api({
  GET: everyone(
    {
      summary: 'List the public lists and courses of a creator',
      details: 'What changed last comes first; empty lists are left out.',
      query: listsQuery,
      isPaged: true,
      responses: { 200: z.array(listShape) },
      errorResponses: { 404: 'There is no creator of this name.' },
    },
    async (scope, { url, params }) => {
      const { id } = await findCreator(scope, params.username ?? '');
      const page = await publicListsPage(scope, id, {
        size: requestedSize(url),
        after: url.searchParams.get('cursor'),
      });
      const lists = page.items.map((list) => listJson(scope, list));
      return listAnswer(scope, url, lists, page.after);
    },
  ),
});
export const loader = call.loader;
export const action = call.action;
