import { z } from 'zod';
import { api, member } from '../../../http/api/api.server.ts';
import type { Description } from '../../../http/api/description.ts';
import { listAnswer, requestedSize } from '../../../http/api/list-call.server.ts';
import { markCards } from '../catalog/cards.server.ts';
import { ownItemShape } from '../items/item.schema.ts';
import { itemJson } from '../items/item-json.server.ts';
import { listOwn } from '../studio/own-list.sql.server.ts';

const listing = {
  summary: 'List one’s own items',
  details: 'The newest first, drafts and planned ones included.',
  isPaged: true,
  responses: { 200: z.array(ownItemShape) },
} satisfies Description;

const call = api({
  GET: member(listing, async (scope, { url }) => {
    const page = await listOwn(scope, {
      filters: { search: '', state: 'kept', sort: 'newest' },
      size: requestedSize(url),
      after: url.searchParams.get('cursor'),
    });
    const cards = await markCards(scope, page.items);
    const items = cards.map((card) => ({ ...itemJson(scope, card), status: card.status }));
    return listAnswer(scope, url, items, page.after);
  }),
});
export const loader = call.loader;
export const action = call.action;
