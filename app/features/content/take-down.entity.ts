import { defineEntity, p } from '@mikro-orm/core';
import { Content } from './content.entity.ts';

/** A withdrawn item that admins took down, and what it was before, so that it can be put back. */
export const TakeDown = defineEntity({
  name: 'TakeDown',
  tableName: 'takedowns',
  properties: {
    content: () => p.oneToOne(Content).owner().primary().deleteRule('cascade'),
    at: p.datetime(3),
    /** What its creator is told. */
    reason: p.text(),
    wasForSale: p.boolean(),
    /** The featured cards that showed it. */
    featured: p.array().columnType('int[]'),
  },
});
