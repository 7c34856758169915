import type { Em } from '../../db/orm.server.ts';
import { fragment, row } from '../../db/sql.server.ts';
import { NotFound } from '../../errors.ts';
import type { PaidPlan } from '../../payments/plan-prices.ts';

/** A member as admins act on them; whoever has left is none any more. */
export interface Member {
  id: number;
  username: string;
  firstName: string;
  lastName: string;
  email: string;
  status: 'active' | 'suspended';
  suspensionReason: string | null;
  isAdmin: boolean;
  isVerified: boolean;
  martialArt: string | null;
  beltLevel: string | null;
  bio: string | null;
  acceptsRequests: boolean;
  giftPlan: PaidPlan | null;
  giftEndsAt: string | null;
}

const found = (id: number) => fragment`
  select id, username::text, first_name as "firstName", last_name as "lastName", email::text, status,
    suspension_reason as "suspensionReason", is_admin as "isAdmin", is_verified as "isVerified",
    martial_art as "martialArt", belt_level as "beltLevel", bio, accepts_requests as "acceptsRequests",
    gift_plan as "giftPlan", gift_ends_at as "giftEndsAt"
  from users where id = ${id} and status <> 'deleted'`;

/** @throws NotFound also for whoever has left */
export async function findMember(em: Em, id: number): Promise<Member> {
  const member = await row<Member>(em)`${found(id)}`;
  if (!member) throw new NotFound();
  return member;
}

/** The same inside a transaction, so that nobody else changes them, publishes or begins a plan meanwhile. */
export async function lockMember(em: Em, id: number): Promise<Member> {
  const member = await row<Member>(em)`${found(id)} for update`;
  if (!member) throw new NotFound();
  return member;
}

/** How the log calls a member. */
export const named = ({ id, firstName, lastName, username }: Omit<Member, 'status'>) => ({
  id,
  name: `${firstName} ${lastName} @${username}`,
});

/** Thousands of items may change with their creator, which takes longer than a request usually may. */
export const patiently = (em: Em) => row(em)`set local statement_timeout = '60s'`;
