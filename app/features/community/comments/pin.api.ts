import { api, member } from '../../../http/api/api.server.ts';
import type { Description } from '../../../http/api/description.ts';
import { commentShape, noSuchComment } from './comment.schema.ts';
import { commentJson, findComment } from './comments.server.ts';
import { pinComment } from './pin-comment.server.ts';

const errorResponses = { 403: 'The item is another creator’s.', 404: noSuchComment };

const pinning = {
  summary: 'Pin a comment on one’s item',
  details: 'At most three of an item; they come first.',
  responses: { 200: commentShape },
  errorResponses: { ...errorResponses, 409: 'Three are pinned already.', 422: 'It is an answer.' },
} satisfies Description;

const unpinning = {
  summary: 'Take a comment’s pin away',
  responses: { 200: commentShape },
  errorResponses,
} satisfies Description;

const pin = async (scope: Parameters<typeof pinComment>[0], id: number, wanted: boolean) => {
  await pinComment(scope, id, wanted);
  return commentJson((await findComment(scope, id)).comment);
};

const call = api({
  PUT: member(pinning, (scope, { longId }) => pin(scope, longId(), true)),
  DELETE: member(unpinning, (scope, { longId }) => pin(scope, longId(), false)),
});
export const loader = call.loader;
export const action = call.action;
