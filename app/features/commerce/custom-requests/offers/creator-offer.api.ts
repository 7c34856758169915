import { NotFound } from '../../../../errors.ts';
import { api, everyone } from '../../../../http/api/api.server.ts';
import type { Description } from '../../../../http/api/description.ts';
import { offerJson, offerShape } from '../request-json.ts';
import { offerOf } from './offer.server.ts';

const reading = {
  summary: 'Read what a creator makes on request',
  responses: { 200: offerShape },
  errorResponses: { 404: 'There is no such member, or they make nothing on request.' },
} satisfies Description;

const call = api({
  GET: everyone(reading, async (scope, { params }) => {
    const offer = await offerOf(scope, params.username ?? '');
    if (!offer || offer.verdict === 'closed') throw new NotFound();
    return offerJson({ ...offer, isOpen: offer.verdict === 'yes' });
  }),
});
export const loader = call.loader;
export const action = call.action;
