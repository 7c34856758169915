import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { User } from '../../identity/accounts/user.entity.ts';
import { Content } from '../../library/items/content.entity.ts';
import { requestStates } from './steps/states.ts';

/** What a creator offers for future requests. Each request keeps the price and days at which it was asked. */
export const RequestOffer = defineEntity({
  name: 'RequestOffer',
  tableName: 'request_offers',
  properties: {
    creator: () => p.oneToOne(User).owner().primary().deleteRule('restrict'),
    priceCents: p.integer(),
    days: p.integer(),
    atOnce: p.integer(),
    note: p.text().nullable(),
    isOpen: p.boolean().default(true),
    updatedAt: p.datetime(3),
  },
});
export type RequestOffer = InferEntity<typeof RequestOffer>;

/** What a VIP asks a creator to make (ADR-025). */
export const CustomRequest = defineEntity({
  name: 'CustomRequest',
  tableName: 'requests',
  properties: {
    id: p.integer().primary().generated('by default as identity'),
    requester: () => p.manyToOne(User).deleteRule('restrict'),
    creator: () => p.manyToOne(User).deleteRule('restrict'),
    title: p.text(),
    details: p.text().nullable(),
    priceCents: p.integer(),
    days: p.integer(),
    state: p.enum(requestStates).default('asked'),
    /** The draft that acceptance creates, and that the requester buys. */
    content: () => p.oneToOne(Content).owner().nullable().deleteRule('set null'),
    owesRefund: p.boolean().default(false),
    /** Made of the form and its words (`idempotencyKeyOf`), so that sending the form twice creates one request. */
    attempt: p.text(),
    askedAt: p.datetime(3),
    movedAt: p.datetime(3),
    /** The deadline at which the clock moves the request on. */
    dueAt: p.datetime(3).nullable(),
    deliveredAt: p.datetime(3).nullable(),
    refundedAt: p.datetime(3).nullable(),
    creatorAgrees: p.boolean().default(false),
    requesterAgrees: p.boolean().default(false),
  },
});
export type CustomRequest = InferEntity<typeof CustomRequest>;

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
