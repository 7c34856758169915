import { defineEntity, p } from '@mikro-orm/core';

/** When an allowance is full again; shared by all processes, and lost in a crash. */
export const RateLimit = defineEntity({
  name: 'RateLimit',
  tableName: 'rate_limits',
  properties: {
    /** The limit and its owner: `like member:7`. */
    key: p.text().primary(),
    until: p.datetime(6),
  },
});
