import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { commentsFrom } from '../../../domain/comments-from.ts';
import { paidPlans } from '../../../domain/plans.ts';
import { tiers } from '../../../domain/tiers.ts';

export const User = defineEntity({
  name: 'User',
  tableName: 'users',
  properties: {
    id: p.integer().primary().generated('by default as identity'),
    email: p.string().columnType('citext').unique(),
    /** The email that a link proved; the account is verified while it equals `email`. */
    verifiedEmail: p.string().columnType('citext').nullable(),
    pendingEmail: p.string().columnType('citext').nullable(),
    pendingEmailUntil: p.datetime(3).nullable(),
    username: p.string().columnType('citext').unique(),
    firstName: p.text(),
    lastName: p.text(),
    passwordHash: p.text().hidden(),
    isAdmin: p.boolean().default(false),
    /** Decides on proposals for the map; an admin gives the role. */
    isCurator: p.boolean().default(false),
    isVerified: p.boolean().default(false),
    status: p.enum(['active', 'suspended', 'deleted'] as const).default('active'),
    /** Set by the subscription rules; a `planEndsAt` in the past means free. */
    plan: p.enum(tiers).default('free'),
    planEndsAt: p.datetime(3).nullable(),
    /** A plan given by an admin; the better of both counts (`planInForce`). */
    giftPlan: p.enum(paidPlans).nullable(),
    giftEndsAt: p.datetime(3).nullable(),
    suspensionReason: p.text().nullable(),
    martialArt: p.text().nullable(),
    beltLevel: p.text().nullable(),
    bio: p.text().nullable(),
    acceptsRequests: p.boolean().default(true),
    /** Who may comment on the member's items. */
    commentsFrom: p.enum(commentsFrom).default('everyone'),
    payoutEmail: p.text().nullable(),
    /** How VIPs may reach the creator, one way a line; only VIPs, the creator and admins see it (ADR-018). */
    contactLines: p.array().columnType('text[]').default([]),
    profileImageKey: p.text().nullable(),
    /** An IANA name; null while it is not known. */
    timeZone: p.text().nullable(),
    /** Nothing is added to the history (ADR-075). */
    historyPaused: p.boolean().default(false),
    wantsMessageMail: p.boolean().default(true),
    /** The kinds of notifications that the member turned off. */
    unwantedKinds: p.array().columnType('text[]').default([]),
    /** Set at registration, until the welcome is finished or closed. */
    seesWelcome: p.boolean().default(false),
    publishedItems: p.integer().default(0),
    createdAt: p.datetime(3).defaultRaw('now()'),
  },
});
export type User = InferEntity<typeof User>;
