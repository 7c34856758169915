import { api, everyone, member } from '../../../http/api/api.server.ts';
import type { Description } from '../../../http/api/description.ts';
import { commentShape, editCallSchema, noSuchComment } from './comment.schema.ts';
import { commentJson, findComment } from './comments.server.ts';
import { removeComment } from './remove-comment.server.ts';
import { editComment } from './write-comment.server.ts';

const reading = {
  summary: 'Read a comment',
  responses: { 200: commentShape },
  errorResponses: { 403: 'Its item is locked.', 404: noSuchComment },
} satisfies Description;

const editing = {
  summary: 'Change one’s comment',
  details:
    'For 15 minutes after it was written. Fields left out keep their value; `seconds` null removes it.',
  body: editCallSchema,
  example: { text: 'Where does the right elbow go here?' },
  rateLimits: ['comment'],
  responses: { 200: commentShape },
  errorResponses: { 403: 'It is another member’s.', 404: noSuchComment, 409: 'The 15 minutes are over.' },
} satisfies Description;

const removing = {
  summary: 'Delete one’s comment, or remove another’s from one’s item',
  details: 'Where there are answers, its place stays without words. Admins remove any comment.',
  responses: { 204: null },
  errorResponses: { 403: 'It is another member’s, about another creator’s item.', 404: noSuchComment },
} satisfies Description;

const call = api({
  GET: everyone(reading, async (scope, { longId }) =>
    commentJson((await findComment(scope, longId())).comment),
  ),
  PATCH: member(editing, async (scope, { longId, body }) => {
    await editComment(scope, longId(), await body());
    return commentJson((await findComment(scope, longId())).comment);
  }),
  DELETE: member(removing, async (scope, { longId }) => {
    await removeComment(scope, longId());
  }),
});
export const loader = call.loader;
export const action = call.action;
