import { countAll, db, sql } from '../../../db/kysely.server.ts';
import type { AdminScope } from '../../../scope.ts';
import type { PageOf, PageRequest } from '../../core/lists/keyset.ts';
import { readListPage, type Sql } from '../../core/lists/read-list.sql.server.ts';
import { profileImage } from '../../core/media/pictures.server.ts';
import { asciiEmail } from '../../identity/accounts/email-address.ts';
import { type ListedMember, listedColumns, listedShape, listedTables } from './listed-member.sql.server.ts';
import type { MemberSort, ShownUsers } from './member-list.schema.ts';

/** Members with published items, or with items held back by a suspension. */
const isCreator = sql<boolean>`u.published_items > 0 and u.status <> 'deleted'`;

const shown = {
  creators: isCreator,
  everybody: sql<boolean>`u.status <> 'deleted'`,
  admins: sql<boolean>`u.is_admin`,
  suspended: sql<boolean>`u.status = 'suspended'`,
} satisfies Record<ShownUsers | 'creators', Sql>;

interface MembersRequest extends PageRequest {
  show: ShownUsers | 'creators';
  /** Part of a name, username or address; one or two letters match beginnings of words. */
  search: string;
  sort?: MemberSort;
}

export async function listMembers(
  { em, now }: AdminScope,
  { show, search, sort, ...request }: MembersRequest,
): Promise<PageOf<ListedMember>> {
  const conditions = [shown[show]];
  const list = {
    ...({ table: 'users', alias: 'u' } as const),
    order: { column: sql`u.id`, kind: 'whole' as const, isAscending: sort === 'oldest' },
    indexConditions: conditions,
    conditions: search ? [...conditions, found(search)] : conditions,
    isIndexed: !search,
    shape: listedShape,
    columns: listedColumns(now()),
    tables: listedTables,
  };
  const page = await readListPage(em, list, request);
  return { ...page, items: page.items.map(({ sortValue, ...member }) => member) };
}

function found(search: string): Sql {
  const words = asciiEmail(search.replace(/^@/, ''));
  const start = words.length < 3 ? '% ' : '%';
  // Escapes the signs that mean something to `like`.
  return sql`(' ' || u.name_search || ' ' || lower(u.email::text)) like
    ${start} || regexp_replace(plain_text(${words}), '([%_\\\\])', '\\\\\\1', 'g') || '%'`;
}

/** Exact and cheap: each of these has an index that holds its members alone. */
export async function countMembers(
  { em }: AdminScope,
  show: 'creators' | 'admins' | 'suspended',
): Promise<number> {
  const { count } = await db(em)
    .selectFrom('users as u')
    .select(countAll().as('count'))
    .where(shown[show])
    .executeTakeFirstOrThrow();
  return count;
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
