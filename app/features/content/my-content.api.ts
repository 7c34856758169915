import { api, member } from '../../http/api.server.ts';
import { askedSize, listAnswer } from '../../http/list-call.server.ts';
import { listOwn } from '../studio/own-list.server.ts';
import { markCards } from './cards.server.ts';
import { itemJson } from './item-json.server.ts';

const call = api({
  GET: member(async (scope, { url }) => {
    const page = await listOwn(scope, {
      filters: { search: '', state: 'kept', sort: 'newest' },
      size: askedSize(url),
      after: url.searchParams.get('cursor'),
    });
    const cards = await markCards(scope, page.items);
    const items = cards.map((card) => ({ ...itemJson(scope, card), status: card.status }));
    return listAnswer(scope, url, items, page.after);
  }),
});
export const loader = call.loader;
export const action = call.action;
