import { db } from '../../../db/kysely.server.ts';
import type { Em } from '../../../db/orm.server.ts';
import { NotFound } from '../../../errors.ts';

/** A member as admins act on them; deleted accounts are none. */
export type Member = Awaited<ReturnType<typeof findMember>>;

const byId = (em: Em, id: number) =>
  db(em)
    .selectFrom('users')
    .select([
      'id',
      'username',
      'first_name as firstName',
      'last_name as lastName',
      'email',
      'status',
      'suspension_reason as suspensionReason',
      'is_admin as isAdmin',
      'is_curator as isCurator',
      'is_verified as isVerified',
      'martial_art as martialArt',
      'belt_level as beltLevel',
      'bio',
      'accepts_requests as acceptsRequests',
      'gift_plan as giftPlan',
      'gift_ends_at as giftEndsAt',
    ])
    .where('id', '=', id)
    .where('status', '<>', 'deleted')
    .$narrowType<{ status: 'active' | 'suspended' }>();

/** @throws NotFound also for deleted accounts */
export async function findMember(em: Em, id: number) {
  const member = await byId(em, id).executeTakeFirst();
  if (!member) throw new NotFound();
  return member;
}

/** Locks the row in a transaction; `update` for a deletion also stops new items and plans of theirs. */
export async function lockMember(
  em: Em,
  id: number,
  strength: 'no key update' | 'update' = 'no key update',
): Promise<Member> {
  const found = byId(em, id);
  const locked = strength === 'update' ? found.forUpdate() : found.forNoKeyUpdate();
  const member = await locked.executeTakeFirst();
  if (!member) throw new NotFound();
  return member;
}

export const named = ({ id, firstName, lastName, username }: Omit<Member, 'status'>) => ({
  id,
  name: `${firstName} ${lastName} @${username}`,
});
