import type { Em } from '../../../db/orm.server.ts';
import { bool, int, moment, nullable, oneOf, type RowOf, row, sql, text } from '../../../db/raw.server.ts';
import { tiers } from '../../../domain/tiers.ts';
import { planInForce } from '../../identity/accounts/plan-in-force.server.ts';

/** What `listedColumns` answer. */
export const listedShape = {
  id: int,
  username: text,
  firstName: text,
  lastName: text,
  email: text,
  martialArt: nullable(text),
  beltLevel: nullable(text),
  status: oneOf(['active', 'suspended', 'deleted']),
  isAdmin: bool,
  isVerified: bool,
  imageKey: nullable(text),
  createdAt: moment,
  plan: oneOf(tiers),
  /** Their shares of all sales, less refunds. */
  earnedCents: int,
};
export type ListedMember = RowOf<typeof listedShape>;

export const listedColumns = (now: Date) => sql`u.id, u.username, u.first_name as "firstName",
  u.last_name as "lastName", u.email, u.martial_art as "martialArt", u.belt_level as "beltLevel", u.status,
  u.is_admin as "isAdmin", u.is_verified as "isVerified", u.profile_image_key as "imageKey",
  u.created_at as "createdAt", ${planInForce(now)} as plan,
  earned.cents as "earnedCents"`;

export const listedTables = sql`users u left join lateral (
    select coalesce(sum(amount_cents), 0)::int as cents from ledger_entries where creator_id = u.id
  ) earned on true`;

const userShape = { ...listedShape, isEmailVerified: bool, suspensionReason: nullable(text) };

/** A member for the page of an admin, deleted accounts too. */
export const readUser = (em: Em, id: number, now: Date) => row(em, userShape)`
  select ${listedColumns(now)}, u.verified_email is not distinct from u.email as "isEmailVerified",
    u.suspension_reason as "suspensionReason"
  from ${listedTables} where u.id = ${id}`;

const detailsShape = {
  ...listedShape,
  status: oneOf(['active', 'suspended']),
  suspensionReason: nullable(text),
  bio: nullable(text),
  acceptsRequests: bool,
  /** Published, or held back while their creator is suspended. */
  contentItems: int,
  totalSales: int,
  totalLikes: int,
};
export type MemberDetails = RowOf<typeof detailsShape>;

/** What 'Creator Details' shows (C2.47, C3.26). */
export const readMemberDetails = (em: Em, id: number, now: Date) => row(em, detailsShape)`
  select ${listedColumns(now)}, u.suspension_reason as "suspensionReason", u.bio,
    u.accepts_requests as "acceptsRequests", u.published_items as "contentItems",
    coalesce(made.sales, 0) as "totalSales", coalesce(made.likes, 0) as "totalLikes"
  from ${listedTables} left join lateral (
    select sum(s.sales)::int as sales, sum(s.likes) filter (where c.status <> 'withdrawn')::int as likes
    from content_stats s join content c on c.id = s.content_id where s.creator_id = u.id
  ) made on true
  where u.id = ${id} and u.status <> 'deleted'`;
