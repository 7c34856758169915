import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { linkPurposes } from './account-link.ts';
import { User } from './user.entity.ts';

export const AccountLink = defineEntity({
  name: 'AccountLink',
  tableName: 'account_links',
  properties: {
    /** Of the random token in the link: a stolen table opens no account. */
    tokenHash: p.text().primary(),
    user: () => p.manyToOne(User).deleteRule('cascade'),
    purpose: p.enum(linkPurposes),
    /** Where the link was sent. While an `undo` lives, nobody else can take this address. */
    email: p.string().columnType('citext'),
    expiresAt: p.datetime(3),
  },
});
export type AccountLink = InferEntity<typeof AccountLink>;
