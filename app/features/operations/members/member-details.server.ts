import { row } from '../../../db/sql.server.ts';
import { NotFound } from '../../../errors.ts';
import type { AdminScope } from '../../../scope.ts';
import type { PageAsked, PageOf } from '../../core/lists/keyset.ts';
import { type Card, markCards } from '../../library/catalog/cards.server.ts';
import { listOwn } from '../../library/studio/own-list.server.ts';
import { type ListedMember, listedColumns, listedTables } from './member-list.server.ts';

/** What 'Creator Details' shows (C2.47, C3.26). */
export interface MemberDetails extends ListedMember {
  status: 'active' | 'suspended';
  suspensionReason: string | null;
  bio: string | null;
  acceptsRequests: boolean;
  totalSales: number;
  /** Published, or held back while their creator is suspended. */
  contentItems: number;
  totalLikes: number;
}

/** @throws NotFound also for deleted accounts */
export async function memberDetails({ em, now }: AdminScope, id: number): Promise<MemberDetails> {
  const found = await row<MemberDetails>(em)`
    select ${listedColumns(now())}, u.suspension_reason as "suspensionReason", u.bio,
      u.accepts_requests as "acceptsRequests", u.published_items as "contentItems",
      coalesce(made.sales, 0) as "totalSales", coalesce(made.likes, 0) as "totalLikes"
    from ${listedTables} left join lateral (
      select sum(s.sales)::int as sales, sum(s.likes) filter (where c.status <> 'withdrawn')::int as likes
      from content_stats s join content c on c.id = s.content_id where s.creator_id = u.id
    ) made on true
    where u.id = ${id} and u.status <> 'deleted'`;
  if (!found) throw new NotFound('No creator details available');
  return found;
}

/** A page of a creator's items, drafts included, newest first; deleted ones are left out. */
export async function madeBy(scope: AdminScope, id: number, request: PageAsked): Promise<PageOf<Card>> {
  const filters = { search: '', state: 'kept', sort: 'newest' } as const;
  const page = await listOwn({ em: scope.em, viewer: { id } }, { filters, ...request });
  return { ...page, items: await markCards(scope, page.items) };
}
