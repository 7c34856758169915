import { z } from 'zod';
import { dollars, exampleText, id, moment, username } from '../../core/schemas/response-shapes.ts';
import type { Offer } from './offers/offer.server.ts';
import { requestTransitions } from './steps/may-transition.ts';
import { requestStates } from './steps/states.ts';
import type { OwnRequest, RequestLine, RequestView } from './view.server.ts';

export const lineShape = z
  .object({
    id,
    title: exampleText('Armbar from the stack'),
    state: z.enum(requestStates),
    price: dollars,
    dueAt: moment
      .nullable()
      .meta({ description: 'When it moves on automatically; null when only people can move it.' }),
    movedAt: moment,
    other: username.meta({ description: 'The other member; for admins, the creator.' }),
  })
  .meta({ id: 'RequestLine' });

export const requestShape = z
  .object({
    id,
    title: exampleText('Armbar from the stack'),
    details: exampleText('Please show how you keep the elbow when the other one stacks.')
      .nullable()
      .meta({ description: 'Null once its author has left.' }),
    state: z.enum(requestStates),
    requester: username,
    creator: username,
    price: dollars,
    days: z.int(),
    contentId: id.nullable().meta({
      description:
        'The item that acceptance makes: buy it by its purchase call; it opens once it is delivered.',
    }),
    askedAt: moment,
    dueAt: moment.nullable(),
    deliveredAt: moment.nullable(),
    refundedAt: moment.nullable(),
    steps: z.array(
      z.object({
        state: z.enum(requestStates),
        at: moment,
        by: exampleText('Bia Lima')
          .nullable()
          .meta({ description: 'Null for a deadline, the bank or Summa.' }),
        note: exampleText('With pleasure!').nullable(),
      }),
    ),
  })
  .meta({ id: 'Request' });

export const ownRequestShape = requestShape
  .extend({
    side: z.enum(['requester', 'creator']),
    transitions: z.array(z.enum(requestTransitions)).meta({ description: 'What this member can do now.' }),
    mayPay: z.boolean(),
  })
  .meta({ id: 'OwnRequest' });

export const offerShape = z
  .object({
    price: dollars,
    days: z.int(),
    atOnce: z.int(),
    note: exampleText('Half guard, both sides.').nullable(),
    isOpen: z.boolean().meta({ description: 'For others: whether the viewer can ask now.' }),
  })
  .meta({ id: 'RequestOffer' });

const iso = (at: string | null) => at && new Date(at).toISOString();
const price = (cents: number) => cents / 100;

export const lineJson = ({ id, title, state, priceCents, dueAt, movedAt, otherUsername }: RequestLine) => ({
  id,
  title,
  state,
  price: price(priceCents),
  dueAt: iso(dueAt),
  movedAt: new Date(movedAt).toISOString(),
  other: otherUsername,
});

export const requestJson = (request: RequestView) => {
  const { id, title, details, state, priceCents, days, contentId, steps } = request;
  return {
    id,
    title,
    details,
    state,
    requester: request.requesterUsername,
    creator: request.creatorUsername,
    price: price(priceCents),
    days,
    contentId,
    askedAt: new Date(request.askedAt).toISOString(),
    dueAt: iso(request.dueAt),
    deliveredAt: iso(request.deliveredAt),
    refundedAt: iso(request.refundedAt),
    steps: steps.map(({ state, at, by, note }) => ({ state, at: new Date(at).toISOString(), by, note })),
  };
};

export const ownRequestJson = (request: OwnRequest) => {
  const { side, transitions, mayPay } = request;
  return { ...requestJson(request), side, transitions, mayPay };
};

export const offerJson = ({ priceCents, days, atOnce, note, isOpen }: Offer) => ({
  price: price(priceCents),
  days,
  atOnce,
  note,
  isOpen,
});
