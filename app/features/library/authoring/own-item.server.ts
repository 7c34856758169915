import { lockMembers } from '../../../db/lock-order.server.ts';
import type { Em } from '../../../db/orm.server.ts';
import { fragment, row } from '../../../db/sql.server.ts';
import type {
  Category,
  ContentStatus,
  DifficultyLevel,
  DownloadRight,
  SuggestedBelt,
  TechniqueType,
} from '../../../domain/content-terms.ts';
import type { Tier } from '../../../domain/tiers.ts';
import { NotAllowed, NotFound } from '../../../errors.ts';
import type { MemberScope } from '../../../scope.ts';

export interface OwnItem {
  id: number;
  creatorId: number;
  title: string;
  description: string | null;
  steps: string[];
  tags: string[];
  category: Category;
  tier: Tier;
  techniqueType: TechniqueType | null;
  difficultyLevel: DifficultyLevel;
  beltLevelRequired: SuggestedBelt;
  isForSale: boolean;
  priceCents: number | null;
  status: ContentStatus;
  publishAt: string | null;
  publishedAt: string | null;
  earlyUntil: string | null;
  downloads: DownloadRight;
  madeFor: number | null;
}

const columns = fragment`id, creator_id as "creatorId", title, description, steps, tags, category, tier,
  technique_type as "techniqueType", difficulty_level as "difficultyLevel",
  belt_level_required as "beltLevelRequired", is_for_sale as "isForSale", price_cents as "priceCents", status,
  publish_at as "publishAt", published_at as "publishedAt", early_until as "earlyUntil", downloads,
  made_for as "madeFor"`;

/** An item that the member may edit. @throws NotFound for an invisible one, NotAllowed for another member's */
export async function findOwnItem({ em, viewer }: MemberScope, id: number): Promise<OwnItem> {
  const item = await row<OwnItem>(em)`select ${columns} from content where id = ${id}`;
  return mustBeOwn(item, viewer.id);
}

/** Locks the item inside a transaction, its creator first, so that no other request changes it. */
export async function lockOwnItem(em: Em, viewerId: number, id: number): Promise<OwnItem> {
  await lockMembers(em, [viewerId]);
  const item = await row<OwnItem>(em)`
    select ${columns} from content where id = ${id} for no key update`;
  return mustBeOwn(item, viewerId);
}

function mustBeOwn(item: OwnItem | null, viewerId: number): OwnItem {
  const isOwn = item?.creatorId === viewerId;
  if (!item || item.status === 'withdrawn' || (!isOwn && item.status !== 'published')) throw new NotFound();
  if (!isOwn) throw new NotAllowed('Only its creator can edit this.');
  return item;
}
