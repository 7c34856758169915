import { NotFound } from '../../../errors.ts';
import type { AdminScope } from '../../../scope.ts';
import type { PageOf, PageRequest } from '../../core/lists/keyset.ts';
import { type Card, markCards } from '../../library/catalog/cards.server.ts';
import { listOwn } from '../../library/studio/own-list.sql.server.ts';
import { type MemberDetails, readMemberDetails } from './listed-member.sql.server.ts';

/** @throws NotFound also for deleted accounts */
export async function memberDetails({ em, now }: AdminScope, id: number): Promise<MemberDetails> {
  const found = await readMemberDetails(em, id, now());
  if (!found) throw new NotFound('No creator details available');
  return found;
}

/** A page of a creator's items, drafts included, newest first; deleted ones are left out. */
export async function itemsBy(scope: AdminScope, id: number, request: PageRequest): Promise<PageOf<Card>> {
  const filters = { search: '', state: 'kept', sort: 'newest' } as const;
  const page = await listOwn({ em: scope.em, viewer: { id } }, { filters, ...request });
  return { ...page, items: await markCards(scope, page.items) };
}
