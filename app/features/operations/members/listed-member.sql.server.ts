import type { Em } from '../../../db/orm.server.ts';
import { bool, int, moment, nullable, oneOf, type RowOf, row, sql, text } from '../../../db/raw.server.ts';
import { tiers } from '../../../domain/tiers.ts';
import { earnedBy } from '../../commerce/earnings/balances.sql.server.ts';
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

export const listedTables = sql`users u
  cross join lateral (select ${earnedBy(sql`u.id`)} as cents) earned`;

const userShape = {
  ...listedShape,
  isCurator: bool,
  isEmailVerified: bool,
  suspensionReason: nullable(text),
};

/** A member for the page of an admin, deleted accounts too. */
export const readUser = (em: Em, id: number, now: Date) => row(em, userShape)`
  select ${listedColumns(now)}, u.is_curator as "isCurator", u.verified_email is not distinct from u.email as "isEmailVerified",
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
    coalesce(made.sales, 0) as "totalSales", coalesce(made.kept_likes, 0) as "totalLikes"
  from ${listedTables} left join creator_totals made on made.creator_id = u.id
  where u.id = ${id} and u.status <> 'deleted'`;
