import { api, member } from '../../../http/api/api.server.ts';
import type { Description } from '../../../http/api/description.ts';
import { ownRequestJson, ownRequestShape } from './request-json.ts';
import { findRequest } from './view.server.ts';

const reading = {
  summary: 'Read one of one’s requests',
  details: 'With its steps, the first one first, and what one may do now.',
  responses: { 200: ownRequestShape },
  errorResponses: { 404: 'There is none, or it is between others.' },
} satisfies Description;

const call = api({
  GET: member(reading, async (scope, { id }) => ownRequestJson(await findRequest(scope, id()))),
});
export const loader = call.loader;
export const action = call.action;
