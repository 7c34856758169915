import { defineEntity, p } from '@mikro-orm/core';

/** When somebody's allowance is whole again; shared by every process, and worth nothing after a crash. */
export const RateLimit = defineEntity({
  name: 'RateLimit',
  tableName: 'rate_limits',
  properties: {
    /** The limit and who: `like member:7`. */
    key: p.text().primary(),
    until: p.datetime(6),
  },
});
