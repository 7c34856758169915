import { row } from '../../../db/sql.server.ts';
import type { MemberScope, SystemContext } from '../../../scope.ts';

interface Known {
  customer_id: string;
  email: string;
  name: string;
}

/** The member's customer at the provider. Calls the provider only for a new customer or a changed name. */
export async function customerOf({ em, viewer, payments, now }: MemberScope): Promise<string> {
  const email = viewer.email;
  const name = `${viewer.firstName} ${viewer.lastName}`;
  const known = await row<Known>(em)`
    select customer_id, email, name from customers
    where user_id = ${viewer.id} and provider = ${payments.name}`;
  if (known?.email === email && known.name === name) return known.customer_id;
  const { customerId } = await payments.ensureCustomer({
    memberId: String(viewer.id),
    email,
    name,
    customerId: known?.customer_id ?? null,
  });
  if (known) {
    await row(em)`
      update customers set email = ${email}, name = ${name}
      where user_id = ${viewer.id} and provider = ${payments.name}`;
  } else {
    // Two parallel first requests get the same customer. `on conflict` names no columns, so that it also covers the
    // unique index on `customer_id`, where PostgreSQL may find the conflict first.
    await row(em)`
      insert into customers (user_id, provider, customer_id, email, name, created_at)
      values (${viewer.id}, ${payments.name}, ${customerId}, ${email}, ${name}, ${now()})
      on conflict do nothing`;
  }
  return customerId;
}

export async function knownCustomer({ em, payments }: SystemContext, userId: number): Promise<string | null> {
  const known = await row<{ customer_id: string }>(em)`
    select customer_id from customers where user_id = ${userId} and provider = ${payments.name}`;
  return known?.customer_id ?? null;
}

/** Null for a customer that is not ours. */
export async function memberOf({ em, payments }: SystemContext, customerId: string): Promise<number | null> {
  const found = await row<{ user_id: number }>(em)`
    select user_id from customers where customer_id = ${customerId} and provider = ${payments.name}`;
  return found?.user_id ?? null;
}
