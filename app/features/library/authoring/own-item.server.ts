import { db } from '../../../db/kysely.server.ts';
import { lockMembers } from '../../../db/lock-order.server.ts';
import type { Em } from '../../../db/orm.server.ts';
import type { ContentStatus } from '../../../domain/content-terms.ts';
import { NotAllowed, NotFound } from '../../../errors.ts';
import type { MemberScope } from '../../../scope.ts';
import type { ItemDetails } from './upload.schema.ts';

const columns = [
  'id',
  'creator_id as creatorId',
  'title',
  'description',
  'steps',
  'tags',
  'category',
  'tier',
  'technique_type as techniqueType',
  'difficulty_level as difficultyLevel',
  'belt_level_required as beltLevelRequired',
  'is_for_sale as isForSale',
  'price_cents as priceCents',
  'status',
  'publish_at as publishAt',
  'published_at as publishedAt',
  'early_until as earlyUntil',
  'downloads',
  'made_for as madeFor',
] as const;

const itemOf = (em: Em, id: number) => db(em).selectFrom('content').select(columns).where('id', '=', id);
export type OwnItem = Awaited<ReturnType<typeof findOwnItem>>;

/** An item that the member may edit. @throws NotFound for an invisible one, NotAllowed for another member's */
export async function findOwnItem({ em, viewer }: MemberScope, id: number) {
  return mustBeOwn(await itemOf(em, id).executeTakeFirst(), viewer.id);
}

/** Locks the item inside a transaction, its creator first, so that no other request changes it. */
export async function lockOwnItem(em: Em, viewerId: number, id: number): Promise<OwnItem> {
  await lockMembers(em, [viewerId]);
  return mustBeOwn(await itemOf(em, id).forNoKeyUpdate().executeTakeFirst(), viewerId);
}

function mustBeOwn<Item extends { creatorId: number; status: ContentStatus }>(
  item: Item | undefined,
  viewerId: number,
): Item {
  const isOwn = item?.creatorId === viewerId;
  if (!item || item.status === 'withdrawn' || (!isOwn && item.status !== 'published')) throw new NotFound();
  if (!isOwn) throw new NotAllowed('Only its creator can edit this.');
  return item;
}

export const storedDetails = (details: ItemDetails) => ({
  title: details.title,
  description: details.description,
  steps: details.steps,
  tags: details.tags,
  category: details.category,
  tier: details.tier,
  techniqueType: details.techniqueType ?? null,
  difficultyLevel: details.difficultyLevel,
  beltLevelRequired: details.beltLevelRequired,
  isForSale: details.isForSale,
  priceCents: details.price,
});
