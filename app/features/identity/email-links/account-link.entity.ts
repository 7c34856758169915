import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { User } from '../accounts/user.entity.ts';
import { linkPurposes } from './account-link.ts';

export const AccountLink = defineEntity({
  name: 'AccountLink',
  tableName: 'account_links',
  properties: {
    /** A hash, so that a stolen table opens no account. */
    tokenHash: p.text().primary(),
    user: () => p.manyToOne(User).deleteRule('cascade'),
    purpose: p.enum(linkPurposes),
    /** Where the link was sent. While an `undo` link is valid, no other account can take this email. */
    email: p.string().columnType('citext'),
    expiresAt: p.datetime(3),
  },
});
export type AccountLink = InferEntity<typeof AccountLink>;
