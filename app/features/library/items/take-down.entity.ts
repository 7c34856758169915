import { defineEntity, p } from '@mikro-orm/core';
import { Content } from './content.entity.ts';

/** An item that admins took down, and its previous state, so that it can be put back. */
export const TakeDown = defineEntity({
  name: 'TakeDown',
  tableName: 'takedowns',
  properties: {
    content: () => p.oneToOne(Content).owner().primary().deleteRule('cascade'),
    at: p.datetime(3),
    reason: p.text(),
    wasForSale: p.boolean(),
    featured: p.array<number>().columnType('int[]'),
  },
});
