import { row } from '../../db/sql.server.ts';
import type { HouseScope, MemberScope } from '../../scope.ts';

interface Known {
  customer_id: string;
  email: string;
  name: string;
}

/** The member's one customer at the provider; asks the provider only when it is new or the name changed. */
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
  await row(em)`
    insert into customers (user_id, provider, customer_id, email, name, created_at)
    values (${viewer.id}, ${payments.name}, ${customerId}, ${email}, ${name}, ${now()})
    on conflict (user_id, provider) do update set email = excluded.email, name = excluded.name`;
  return customerId;
}

/** The customer of a member, if the provider knows them. */
export async function knownCustomer({ em, payments }: HouseScope, userId: number): Promise<string | null> {
  const known = await row<{ customer_id: string }>(em)`
    select customer_id from customers where user_id = ${userId} and provider = ${payments.name}`;
  return known?.customer_id ?? null;
}

/** Whose customer this is; null for a stranger. */
export async function memberOf({ em, payments }: HouseScope, customerId: string): Promise<number | null> {
  const found = await row<{ user_id: number }>(em)`
    select user_id from customers where customer_id = ${customerId} and provider = ${payments.name}`;
  return found?.user_id ?? null;
}
