import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { User } from '../accounts/user.entity.ts';
import { Content } from '../content/content.entity.ts';
import { requestStates } from './words.ts';

/** What a creator makes on request, for whom asks from now on; a request keeps the price and days of its asking. */
export const RequestOffer = defineEntity({
  name: 'RequestOffer',
  tableName: 'request_offers',
  properties: {
    creator: () => p.oneToOne(User).owner().primary().deleteRule('restrict'),
    priceCents: p.integer(),
    days: p.integer(),
    /** Of requests that are asked, accepted or paid. */
    atOnce: p.integer(),
    note: p.text().nullable(),
    isOpen: p.boolean().default(true),
    updatedAt: p.datetime(3),
  },
});
export type RequestOffer = InferEntity<typeof RequestOffer>;

/** What a VIP asks a creator to make (decision 025). */
export const CustomRequest = defineEntity({
  name: 'CustomRequest',
  tableName: 'requests',
  properties: {
    id: p.integer().primary().generated('by default as identity'),
    requester: () => p.manyToOne(User).deleteRule('restrict'),
    creator: () => p.manyToOne(User).deleteRule('restrict'),
    title: p.text(),
    /** Null once its writer has left. */
    wish: p.text().nullable(),
    priceCents: p.integer(),
    days: p.integer(),
    state: p.enum(requestStates).default('asked'),
    /** The draft that acceptance makes, which the requester buys. */
    content: () => p.oneToOne(Content).owner().nullable().deleteRule('set null'),
    /** Whatever is paid for it goes back. */
    owesRefund: p.boolean().default(false),
    /** Names the form and its words (`sentOnce`): sending them twice asks once. */
    attempt: p.text(),
    askedAt: p.datetime(3),
    movedAt: p.datetime(3),
    /** When the clock moves it on by itself. */
    dueAt: p.datetime(3).nullable(),
    deliveredAt: p.datetime(3).nullable(),
    refundedAt: p.datetime(3).nullable(),
    creatorAgrees: p.boolean().default(false),
    requesterAgrees: p.boolean().default(false),
  },
});
export type CustomRequest = InferEntity<typeof CustomRequest>;

/** One step of a request: where it went, by whom (null: by the clock or the house), and what they said. */
export const RequestStep = defineEntity({
  name: 'RequestStep',
  tableName: 'request_steps',
  properties: {
    id: p.integer().primary().generated('by default as identity'),
    request: () => p.manyToOne(CustomRequest).deleteRule('cascade'),
    state: p.enum(requestStates),
    actor: () => p.manyToOne(User).nullable().deleteRule('set null'),
    note: p.text().nullable(),
    at: p.datetime(3),
  },
});
export type RequestStep = InferEntity<typeof RequestStep>;
