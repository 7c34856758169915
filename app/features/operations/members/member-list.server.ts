import { bool, int, moment, nullable, oneOf, type RowOf, text } from '../../../db/row-shape.ts';
import { fragment, row } from '../../../db/sql.server.ts';
import { tiers } from '../../../domain/tiers.ts';
import type { AdminScope } from '../../../scope.ts';
import type { PageAsked, PageOf } from '../../core/lists/keyset.ts';
import { type Sql, walkPage } from '../../core/lists/walk.sql.server.ts';
import { profileImage } from '../../core/media/pictures.server.ts';
import { planInForce } from '../../identity/accounts/plan-in-force.server.ts';
import type { ShownUsers } from './member-list.schema.ts';

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

export const listedColumns = (now: Date): Sql => fragment`u.id, u.username::text, u.first_name as "firstName",
  u.last_name as "lastName", u.email::text, u.martial_art as "martialArt", u.belt_level as "beltLevel", u.status,
  u.is_admin as "isAdmin", u.is_verified as "isVerified", u.profile_image_key as "imageKey",
  u.created_at as "createdAt", ${planInForce(now)} as plan,
  earned.cents as "earnedCents"`;

export const listedTables: Sql = fragment`users u left join lateral (
    select coalesce(sum(amount_cents), 0)::int as cents from ledger_entries where creator_id = u.id
  ) earned on true`;

/** Members with published items, or with items held back by a suspension. */
const isCreator = fragment`u.published_items > 0 and u.status <> 'deleted'`;

const shown: Record<ShownUsers | 'creators', Sql> = {
  creators: isCreator,
  everybody: fragment`u.status <> 'deleted'`,
  admins: fragment`u.is_admin`,
  suspended: fragment`u.status = 'suspended'`,
};

interface MembersRequest extends PageAsked {
  show: ShownUsers | 'creators';
  /** Part of a name, username or address; one or two letters match beginnings of words. */
  search: string;
}

/** A page of members, the latest first. */
export async function listMembers(
  { em, now }: AdminScope,
  { show, search, ...request }: MembersRequest,
): Promise<PageOf<ListedMember>> {
  const path = [shown[show]];
  const list = {
    ...({ table: 'users', alias: 'u' } as const),
    order: { column: fragment`u.id`, kind: 'whole' as const },
    path,
    wanted: search ? [...path, found(search)] : path,
    isPlain: !search,
    shape: listedShape,
    columns: listedColumns(now()),
    tables: listedTables,
  };
  const page = await walkPage(em, list, request);
  return { ...page, items: page.items.map(({ sortValue, ...member }) => member) };
}

function found(search: string): Sql {
  const words = search.replace(/^@/, '');
  const start = words.length < 3 ? '% ' : '%';
  // Escapes the signs that mean something to `like`.
  return fragment`(' ' || u.name_search || ' ' || lower(u.email::text)) like
    ${start} || regexp_replace(plain_text(${words}), '([%_\\\\])', '\\\\\\1', 'g') || '%'`;
}

/** Exact and cheap: the index holds creators alone. */
export async function countCreators({ em }: AdminScope): Promise<number> {
  const counted = await row<{ count: number }>(
    em,
  )`select count(*)::int as count from users u where ${isCreator}`;
  return counted?.count ?? 0;
}

/** A member in the admin calls: dollars, and the address of the image. */
export const memberJson = <Listed extends ListedMember>(
  scope: AdminScope,
  { imageKey, earnedCents, ...member }: Listed,
) => ({
  ...member,
  createdAt: new Date(member.createdAt).toISOString(),
  profileImageUrl: profileImage(scope, imageKey),
  totalEarnings: earnedCents / 100,
});
