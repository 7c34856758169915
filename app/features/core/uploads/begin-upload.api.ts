import { answer, api, member } from '../../../http/api/api.server.ts';
import type { Description } from '../../../http/api/description.ts';
import { enforceRateLimit } from '../rate-limits/rate-limit.server.ts';
import { arrivingShape, beginSchema } from './chunks.schema.ts';
import { beginUpload } from './chunks.server.ts';

const beginning = {
  summary: 'Begin an upload, or find it again',
  details:
    '201 with `Location`; 200 where the same file of the same member goes on. `head` is its first twelve bytes in hex, so that a file of no use is refused before it is sent.',
  body: beginSchema,
  example: { name: 'knee-cut.mov', bytes: 48_211_004, head: '000000146674797071742020' },
  rateLimits: ['chunked upload'],
  responses: { 200: arrivingShape, 201: arrivingShape },
  errorResponses: {
    413: 'The member has no room left.',
    507: 'The site has no room left.',
  },
} satisfies Description;

const call = api({
  POST: member(beginning, async (scope, asked) => {
    await enforceRateLimit(scope, 'chunked upload');
    const { isNew, ...upload } = await beginUpload(scope, await asked.body());
    return answer(isNew ? 201 : 200, upload, { Location: `/api/uploads/${upload.id}` });
  }),
});

export const loader = call.loader;
export const action = call.action;
