import { SignInRequired } from '../../errors.ts';
import { api, created, everyone } from '../../http/api.server.ts';
import { askedSize, listAnswer } from '../../http/list-call.server.ts';
import { spendSearch } from '../limits/spend.server.ts';
import { publishCall } from '../uploads/publish-form.server.ts';
import { findCard } from './cards.server.ts';
import { filtersOf } from './filters.schema.ts';
import { itemJson } from './item-json.server.ts';
import { listContent } from './lists.server.ts';

const call = api({
  GET: everyone(async (scope, { url }) => {
    const filters = filtersOf(url.searchParams);
    await spendSearch(scope, filters.search);
    const page = await listContent(scope, {
      filters,
      size: askedSize(url),
      after: url.searchParams.get('cursor'),
    });
    const items = page.items.map((card) => itemJson(scope, card));
    return listAnswer(scope, url, items, page.after);
  }),
  POST: everyone(async (scope, { files }) => {
    if (!scope.viewer) {
      throw new SignInRequired('Authentication Required: Please log in to share your techniques.');
    }
    const member = { ...scope, viewer: scope.viewer };
    const id = await publishCall(member, await files());
    return created(itemJson(scope, await findCard(scope, id)));
  }),
});
export const loader = call.loader;
export const action = call.action;
