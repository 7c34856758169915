import { NotFound } from '../../../../errors.ts';
import { api, member } from '../../../../http/api/api.server.ts';
import type { Description } from '../../../../http/api/description.ts';
import { offerSchema } from '../request.schema.ts';
import { offerJson, offerShape } from '../request-json.ts';
import { ownOffer, saveOffer } from './offer.server.ts';

const reading = {
  summary: 'Read one’s own offer',
  details: 'What one makes on request.',
  responses: { 200: offerShape },
  errorResponses: { 404: 'One has set none.' },
} satisfies Description;

const writing = {
  summary: 'Set one’s own offer',
  details: 'Applies to new requests only; without `isOpen` the creator takes no requests.',
  body: offerSchema,
  example: { price: '49.00', days: 14, atOnce: 2, note: 'Half guard, both sides.', isOpen: true },
  responses: { 200: offerShape },
} satisfies Description;

const call = api({
  GET: member(reading, async (scope) => {
    const offer = await ownOffer(scope);
    if (!offer) throw new NotFound();
    return offerJson(offer);
  }),
  PUT: member(writing, async (scope, { body }) => {
    const { price, ...offer } = await body();
    await saveOffer(scope, { price, ...offer });
    return offerJson({ ...offer, priceCents: price });
  }),
});
export const loader = call.loader;
export const action = call.action;
