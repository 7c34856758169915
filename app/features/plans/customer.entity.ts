import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { User } from '../accounts/user.entity.ts';

/** The member as the payment provider knows them, with the name and address it was last told. */
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
