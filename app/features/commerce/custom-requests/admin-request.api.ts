import { admin, api } from '../../../http/api/api.server.ts';
import type { Description } from '../../../http/api/description.ts';
import { decisionSchema } from './request.schema.ts';
import { requestJson, requestShape } from './request-json.ts';
import { decideRequest } from './steps/decide.server.ts';
import { findAnyRequest } from './view.server.ts';

const reading = {
  summary: 'Read a request',
  responses: { 200: requestShape },
  errorResponses: { 404: 'No purchases.' },
} satisfies Description;

const deciding = {
  summary: 'Decide a dispute',
  details: 'Both sides read the reason, and the log keeps it.',
  body: decisionSchema,
  example: { outcome: 'refund', reason: 'It shows something else.' },
  responses: { 200: requestShape },
  errorResponses: { 404: 'No purchases.', 422: 'It is not in dispute, or no longer is.' },
} satisfies Description;

const call = api({
  GET: admin(reading, async (scope, { id }) => requestJson(await findAnyRequest(scope, id()))),
  POST: admin(deciding, async (scope, { id, body }) => {
    await decideRequest(scope, id(), await body());
    return requestJson(await findAnyRequest(scope, id()));
  }),
});
export const loader = call.loader;
export const action = call.action;
