import { row } from '../../../db/sql.server.ts';
import { contentLimits } from '../../../domain/content-limits.ts';
import type { ContentType } from '../../../domain/content-terms.ts';
import { earlyOf } from '../../../domain/early.ts';
import { releaseOf } from '../../../domain/release.ts';
import { Invalid } from '../../../errors.ts';
import type { MemberScope } from '../../../scope.ts';
import { notify } from '../../core/notifications/notify.server.ts';
import { isPending, type PendingMedia } from '../../core/uploads/pending-media.server.ts';
import { takeAttempt } from './publish-once.server.ts';
import { checkMaySell } from './sale-rights.server.ts';
import type { ItemDetails } from './upload.schema.ts';

/** Makes an item of pending files, once per `attempt`. @throws Invalid without a file, Refused beyond the plan */
export async function publish(
  { em, viewer, now }: MemberScope,
  details: ItemDetails,
  files: PendingMedia[],
  noFiles: string,
  attempt: string | null = null,
): Promise<{ id: number; isNew: boolean }> {
  const kinds = new Set(files.map(({ kind }) => kind));
  if (kinds.size === 0) throw new Invalid({ files: [noFiles] });
  if (files.length > contentLimits.files) {
    throw new Invalid({ files: [`At most ${contentLimits.files} files fit into one item.`] });
  }
  const contentType: ContentType = kinds.size > 1 ? 'mixed' : kinds.has('video') ? 'video' : 'image';
  const { status, publishAt, publishedAt } = releaseOf(details, now());
  const earlyUntil = earlyOf(details, { publishedAt: publishAt, now: now() });
  return em.transactional(async (inside) => {
    if (attempt !== null) {
      const earlier = await takeAttempt(inside, viewer.id, attempt);
      if (earlier !== null) return { id: earlier, isNew: false };
    }
    if (details.isForSale) await checkMaySell(inside, { creatorId: viewer.id, now: now() });
    const item = await row<{ id: number }>(inside)`
      insert into content (creator_id, title, description, steps, tags, category, tier, content_type,
        technique_type, difficulty_level, belt_level_required, is_for_sale, price_cents, status, publish_at,
        early_until, downloads, created_at, published_at, updated_at, attempt)
      values (${viewer.id}, ${details.title}, ${details.description}, ${details.steps}::text[],
        ${details.tags}::text[], ${details.category}, ${details.tier}, ${contentType},
        ${details.techniqueType ?? null}, ${details.difficultyLevel}, ${details.beltLevelRequired},
        ${details.isForSale}, ${details.price}, ${status}, ${publishAt}, ${earlyUntil},
        ${details.downloads ?? 'members'}, ${now()}, ${publishedAt}, ${now()}, ${attempt})
      returning id`;
    const id = item?.id ?? 0;
    for (const [position, { key }] of files.entries()) {
      const taken = await row(inside)`update media m set content_id = ${id}, position = ${position}
        where m.key = ${key} and m.owner_id = ${viewer.id} and ${isPending} returning m.id`;
      // Another tab used the same pending file; this item would have no images.
      if (!taken)
        throw new Invalid({ files: ['One of the files was published already. Please choose it again.'] });
    }
    if (status === 'published') await notify(inside, { kind: 'new-item', about: id, at: now() });
    return { id, isNew: true };
  });
}
