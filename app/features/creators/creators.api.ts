import { api, everyone } from '../../http/api.server.ts';
import { askedSize, listAnswer } from '../../http/list-call.server.ts';
import { spendSearch } from '../limits/spend.server.ts';
import { creatorJson, listCreators } from './creators.server.ts';
import { directoryFilters } from './directory.schema.ts';

const call = api({
  GET: everyone(async (scope, { url }) => {
    const filters = directoryFilters(url.searchParams);
    await spendSearch(scope, filters.search);
    const page = await listCreators(scope, {
      filters,
      size: askedSize(url),
      after: url.searchParams.get('cursor'),
    });
    const creators = page.items.map((creator) => creatorJson(scope, creator));
    return listAnswer(scope, url, creators, page.after);
  }),
});
export const loader = call.loader;
export const action = call.action;
