import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { User } from '../../identity/accounts/user.entity.ts';

/** With the name and address that were last sent to the provider. */
export const Customer = defineEntity({
  name: 'Customer',
  tableName: 'customers',
  properties: {
    user: () => p.manyToOne(User).primary().deleteRule('restrict'),
    provider: p.text().primary(),
    customerId: p.text().unique(),
    email: p.text(),
    name: p.text(),
    createdAt: p.datetime(3).defaultRaw('now()'),
  },
});
export type Customer = InferEntity<typeof Customer>;
