import { z } from 'zod';
import { answer, api, member } from '../../../http/api/api.server.ts';
import type { Description } from '../../../http/api/description.ts';
import { listAnswer, requestedSize } from '../../../http/api/list-call.server.ts';
import { findOwnList } from './access.server.ts';
import { listShape, myListsQuery, newListSchema } from './list.schema.ts';
import { listJson } from './list-json.server.ts';
import { createList, myLists } from './lists.server.ts';
import { followedLists } from './sharing/follow-list.server.ts';

const listing = {
  summary: 'List one’s own lists, or those that one follows',
  details:
    'Of one’s own what changed last comes first; with `show=followed` those of others that one followed last.',
  query: myListsQuery,
  isPaged: true,
  responses: { 200: z.array(listShape) },
} satisfies Description;

const making = {
  summary: 'Make a list',
  details:
    'Private unless `visibility` says otherwise. One that is open by link gets an address that cannot be guessed. With `attempt`, sending it twice makes one list.',
  body: newListSchema,
  example: { title: 'Half guard, first month', visibility: 'private' },
  rateLimits: ['list'],
  responses: { 201: listShape },
  errorResponses: { 409: 'One has 200 lists already.' },
} satisfies Description;

const call = api({
  GET: member(listing, async (scope, { url, query }) => {
    const { show, cursor = null } = query();
    const page = await (show === 'followed' ? followedLists : myLists)(scope, {
      size: requestedSize(url),
      after: cursor,
    });
    return listAnswer(
      scope,
      url,
      page.items.map((list) => listJson(scope, list)),
      page.after,
    );
  }),
  POST: member(making, async (scope, { body }) => {
    const id = await createList(scope, await body());
    return answer(201, listJson(scope, await findOwnList(scope, id)));
  }),
});
export const loader = call.loader;
export const action = call.action;
