import { db } from '../../../db/kysely.server.ts';
import type { MemberScope, SystemContext } from '../../../scope.ts';

/** The member's customer at the provider. Calls the provider only for a new customer, or a changed name or address.
 *  @throws PaymentProviderDown, PaymentRefused */
export async function customerOf({ em, viewer, payments, now }: MemberScope): Promise<string> {
  const email = viewer.email;
  const name = `${viewer.firstName} ${viewer.lastName}`;
  const known = await db(em)
    .selectFrom('customers')
    .select(['customer_id', 'email', 'name'])
    .where('user_id', '=', viewer.id)
    .where('provider', '=', payments.name)
    .executeTakeFirst();
  if (known?.email === email && known.name === name) return known.customer_id;
  const { customerId } = await payments.ensureCustomer({
    memberId: String(viewer.id),
    email,
    name,
    customerId: known?.customer_id ?? null,
  });
  if (known) {
    await db(em)
      .updateTable('customers')
      .set({ email, name })
      .where('user_id', '=', viewer.id)
      .where('provider', '=', payments.name)
      .execute();
  } else {
    // Two parallel first requests get the same customer. `on conflict` names no columns, so that it also covers the
    // unique index on `customer_id`, where PostgreSQL may find the conflict first.
    await db(em)
      .insertInto('customers')
      .values({
        user_id: viewer.id,
        provider: payments.name,
        customer_id: customerId,
        email,
        name,
        created_at: now(),
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
  return customerId;
}

export async function knownCustomer({ em, payments }: SystemContext, userId: number): Promise<string | null> {
  const known = await db(em)
    .selectFrom('customers')
    .select('customer_id')
    .where('user_id', '=', userId)
    .where('provider', '=', payments.name)
    .executeTakeFirst();
  return known?.customer_id ?? null;
}

/** Null for a customer that is not ours. */
export async function memberOf({ em, payments }: SystemContext, customerId: string): Promise<number | null> {
  const found = await db(em)
    .selectFrom('customers')
    .select('user_id')
    .where('customer_id', '=', customerId)
    .where('provider', '=', payments.name)
    .executeTakeFirst();
  return found?.user_id ?? null;
}
