import { api, member } from '../../http/api.server.ts';
import { askedSize, listAnswer } from '../../http/list-call.server.ts';
import { itemJson } from './item-json.server.ts';
import { listOwnContent } from './own-content.server.ts';

const call = api({
  GET: member(async (scope, { url }) => {
    const page = await listOwnContent(scope, { size: askedSize(url), after: url.searchParams.get('cursor') });
    const items = page.items.map((card) => ({ ...itemJson(scope, card), status: card.status }));
    return listAnswer(scope, url, items, page.after);
  }),
});
export const loader = call.loader;
export const action = call.action;
