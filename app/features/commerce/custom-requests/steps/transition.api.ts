import { z } from 'zod';
import { NotFound } from '../../../../errors.ts';
import { api, member } from '../../../../http/api/api.server.ts';
import type { Description } from '../../../../http/api/description.ts';
import { transitionSchema } from '../request.schema.ts';
import { ownRequestJson, ownRequestShape } from '../request-json.ts';
import { findRequest } from '../view.server.ts';
import { requestTransitions } from './may-transition.ts';
import { transitionRequest } from './transition.server.ts';

const takingStep = {
  summary: 'Take a step with a request',
  details:
    '`transitions` of the request lists the open steps. A dispute needs a `note`. Paying is the purchase call of its item.',
  params: { transition: z.enum(requestTransitions) },
  body: transitionSchema,
  example: { note: 'With pleasure!' },
  responses: { 200: ownRequestShape },
  errorResponses: {
    404: 'There is none, it is between others, or there is no such step.',
    409: 'It is not one’s step, or its time is over.',
    422: 'A dispute without words, or a delivery of nothing.',
  },
} satisfies Description;

const call = api({
  POST: member(takingStep, async (scope, { id, params, body }) => {
    const transition = requestTransitions.find((each) => each === params.transition);
    if (!transition) throw new NotFound();
    const { note } = await body();
    await transitionRequest(scope, id(), transition, note);
    return ownRequestJson(await findRequest(scope, id()));
  }),
});
export const loader = call.loader;
export const action = call.action;
