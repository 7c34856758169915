import type { Em } from '../../../db/orm.server.ts';
import { fragment, row } from '../../../db/sql.server.ts';
import type { PaidPlan } from '../../../domain/plan-prices.ts';
import { NotFound } from '../../../errors.ts';

/** A member as admins act on them; deleted accounts are none. */
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

/** @throws NotFound also for deleted accounts */
export async function findMember(em: Em, id: number): Promise<Member> {
  const member = await row<Member>(em)`${found(id)}`;
  if (!member) throw new NotFound();
  return member;
}

/** Locks the row in a transaction; `update` for a deletion also stops new items and plans of theirs. */
export async function lockMember(
  em: Em,
  id: number,
  strength: 'no key update' | 'update' = 'no key update',
): Promise<Member> {
  const member =
    strength === 'update'
      ? await row<Member>(em)`${found(id)} for update`
      : await row<Member>(em)`${found(id)} for no key update`;
  if (!member) throw new NotFound();
  return member;
}

export const named = ({ id, firstName, lastName, username }: Omit<Member, 'status'>) => ({
  id,
  name: `${firstName} ${lastName} @${username}`,
});

/** A creator's thousands of items may change at once, which takes longer than a usual request. */
export const allowLongStatements = (em: Em) => row(em)`set local statement_timeout = '60s'`;
