import { z } from 'zod';
import { answer, api, member } from '../../../http/api/api.server.ts';
import type { Description } from '../../../http/api/description.ts';
import { id as idShape } from '../../core/schemas/response-shapes.ts';
import { addEntry } from './entries.server.ts';
import { entrySchema } from './list.schema.ts';

const added = z.object({ id: idShape, isNew: z.boolean() });
const adding = {
  summary: 'Put an item on an own list',
  details:
    'At its end. An item is on a list once: sent again, it stays where it is, and a note that is sent replaces the one that it has.',
  body: entrySchema,
  example: { contentId: 42, note: 'Elbow in at 1:20.' },
  rateLimits: ['list change'],
  responses: { 200: added, 201: added },
  errorResponses: {
    404: 'There is no such list or no such item for the caller.',
    409: 'The list has 500 items.',
  },
} satisfies Description;

const call = api({
  POST: member(adding, async (scope, { id, body }) => {
    const done = await addEntry(scope, id(), await body());
    return answer(done.isNew ? 201 : 200, done);
  }),
});
export const loader = call.loader;
export const action = call.action;
