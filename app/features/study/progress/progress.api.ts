import { api, member } from '../../../http/api/api.server.ts';
import { findCard } from '../../library/catalog/cards.server.ts';
import { noSuchItem } from '../../library/items/item.schema.ts';
import { progressSchema, progressShape, seenSchema } from './progress.schema.ts';
import { markSeen, readProgress, setProgress } from './progress.server.ts';

const call = api({
  GET: member(
    {
      summary: 'Read where one left an item',
      responses: { 200: progressShape },
      errorResponses: { 404: noSuchItem },
    },
    async (scope, { id }) => readProgress(scope, (await findCard(scope, id())).id),
  ),
  PUT: member(
    {
      summary: 'Keep where one is in an item’s video',
      details:
        'It is written before the answer. While the history is paused, nothing is kept: the answer says what was there before.',
      body: progressSchema,
      example: { seconds: 192 },
      rateLimits: ['progress'],
      responses: { 200: progressShape },
      errorResponses: { 403: 'The item is locked.', 404: noSuchItem },
    },
    async (scope, { id, body }) => setProgress(scope, id(), (await body()).seconds),
  ),
  PATCH: member(
    {
      summary: 'Mark an item as seen, or take that back',
      body: seenSchema,
      example: { seen: true },
      rateLimits: ['progress'],
      responses: { 200: progressShape },
      errorResponses: { 404: noSuchItem },
    },
    async (scope, { id, body }) => markSeen(scope, id(), (await body()).seen),
  ),
});
export const loader = call.loader;
export const action = call.action;
