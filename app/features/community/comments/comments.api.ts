import { z } from 'zod';
import { answer, api, everyone, member } from '../../../http/api/api.server.ts';
import type { Description } from '../../../http/api/description.ts';
import { listAnswer, requestedSize } from '../../../http/api/list-call.server.ts';
import { noSuchItem } from '../../library/items/item.schema.ts';
import { commentShape, listQuery, newCommentSchema } from './comment.schema.ts';
import { commentJson, findComment, listComments, listReplies } from './comments.server.ts';
import { writeComment } from './write-comment.server.ts';

const listing = {
  summary: 'List the comments on an item',
  details: 'The newest first; the first page begins with up to three pinned ones, besides its own.',
  query: listQuery,
  isPaged: true,
  responses: { 200: z.array(commentShape) },
  errorResponses: { 403: 'The item is locked.', 404: noSuchItem },
} satisfies Description;

const writing = {
  summary: 'Comment on an item, or answer a comment',
  details:
    '`parentId` answers a comment, not another answer. `seconds` is a moment of the item’s video. With `attempt`, sending it twice writes once: 200 instead of 201.',
  body: newCommentSchema,
  example: { seconds: 90, text: 'Where does the elbow go here?' },
  rateLimits: ['comment'],
  responses: { 200: commentShape, 201: commentShape },
  errorResponses: {
    403: 'The item is locked, or its creator takes no comments from this member.',
    404: noSuchItem,
  },
} satisfies Description;

const call = api({
  GET: everyone(listing, async (scope, { id, url, query }) => {
    const { parentId } = query();
    const asked = { size: requestedSize(url), after: url.searchParams.get('cursor') };
    const page = await (parentId === undefined
      ? listComments(scope, id(), asked)
      : listReplies(scope, parentId, asked, id()));
    return listAnswer(scope, url, page.items.map(commentJson), page.after);
  }),
  POST: member(writing, async (scope, { id, body }) => {
    const written = await writeComment(scope, id(), await body());
    const { comment } = await findComment(scope, written.id);
    return answer(written.isNew ? 201 : 200, commentJson(comment));
  }),
});
export const loader = call.loader;
export const action = call.action;
