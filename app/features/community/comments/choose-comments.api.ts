import { api, member } from '../../../http/api/api.server.ts';
import type { Description } from '../../../http/api/description.ts';
import { chooseCommentsFrom, ownCommentsFrom } from './choose-comments.server.ts';
import { commentsFromSchema } from './comment.schema.ts';

const reading = {
  summary: 'Read who may comment on one’s items',
  responses: { 200: commentsFromSchema },
} satisfies Description;

const choosing = {
  summary: 'Choose who may comment on one’s items',
  details:
    '`everyone` who may view an item, `members` with a paid plan and buyers of the item, or `closed`: only oneself.',
  body: commentsFromSchema,
  example: { commentsFrom: 'members' },
  responses: { 200: commentsFromSchema },
} satisfies Description;

const call = api({
  GET: member(reading, async (scope) => ({ commentsFrom: await ownCommentsFrom(scope) })),
  PUT: member(choosing, async (scope, { body }) => {
    await chooseCommentsFrom(scope, (await body()).commentsFrom);
    return { commentsFrom: await ownCommentsFrom(scope) };
  }),
});
export const loader = call.loader;
export const action = call.action;
