import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { tiers } from '../content/words.ts';
import { paidPlans } from '../plans/plans.ts';

export const User = defineEntity({
  name: 'User',
  tableName: 'users',
  properties: {
    id: p.integer().primary().generated('by default as identity'),
    email: p.string().columnType('citext').unique(),
    /** The address that was proved by a link; it is verified while it is the one of the account. */
    verifiedEmail: p.string().columnType('citext').nullable(),
    pendingEmail: p.string().columnType('citext').nullable(),
    pendingEmailUntil: p.datetime(3).nullable(),
    username: p.string().columnType('citext').unique(),
    firstName: p.text(),
    lastName: p.text(),
    passwordHash: p.text().hidden(),
    isAdmin: p.boolean().default(false),
    isVerified: p.boolean().default(false),
    status: p.enum(['active', 'suspended', 'deleted'] as const).default('active'),
    /** What the subscription rules last decided; `planEndsAt` in the past means free. */
    plan: p.enum(tiers).default('free'),
    planEndsAt: p.datetime(3).nullable(),
    /** What an admin gave, and until when; the member has the better of both (planInForce). */
    giftPlan: p.enum(paidPlans).nullable(),
    giftEndsAt: p.datetime(3).nullable(),
    /** What a suspended member is told when they try to sign in. */
    suspensionReason: p.text().nullable(),
    martialArt: p.text().nullable(),
    beltLevel: p.text().nullable(),
    bio: p.text().nullable(),
    acceptsRequests: p.boolean().default(true),
    payoutEmail: p.text().nullable(),
    /** How VIPs may reach them, one way a line; nobody else sees it. */
    contactLines: p.array().columnType('text[]').default([]),
    profileImageKey: p.text().nullable(),
    /** Whether a mail may tell of messages that nobody has read yet. */
    wantsMessageMail: p.boolean().default(true),
    /** Kept by the database (migration 0002): whoever has published is a creator. */
    publishedItems: p.integer().default(0),
    createdAt: p.datetime(3).defaultRaw('now()'),
  },
});
export type User = InferEntity<typeof User>;
