import { db } from '../../../db/kysely.server.ts';
import { contentLimits } from '../../../domain/content-limits.ts';
import type { ContentType } from '../../../domain/content-terms.ts';
import { parseEarlyUntil } from '../../../domain/early.ts';
import { releaseOf } from '../../../domain/release.ts';
import { Invalid } from '../../../errors.ts';
import type { MemberScope } from '../../../scope.ts';
import { notify } from '../../core/notifications/notify.server.ts';
import { isPending, type PendingMedia } from '../../core/uploads/pending-media.server.ts';
import { Content } from '../items/content.entity.ts';
import { isWaiting, noLinks } from '../map-links/link-questions.ts';
import { resolveLinks, storeLinks } from '../map-links/links.server.ts';
import { storedDetails } from './own-item.server.ts';
import { takeAttempt } from './publish-once.server.ts';
import { checkMaySell } from './sale-rights.server.ts';
import type { ItemDetails } from './upload.schema.ts';

/** Makes an item of pending files, once per `attempt`; `mustChoose` says that a name of the map meant several things.
 *  @throws Invalid without a file, Refused beyond the plan */
export async function publish(
  { em, viewer, now }: MemberScope,
  details: ItemDetails,
  files: PendingMedia[],
  noFiles: string,
  attempt: string | null = null,
): Promise<{ id: number; isNew: boolean; mustChoose: boolean }> {
  const kinds = new Set(files.map(({ kind }) => kind));
  if (kinds.size === 0) throw new Invalid({ files: [noFiles] });
  if (files.length > contentLimits.files) {
    throw new Invalid({ files: [`At most ${contentLimits.files} files fit into one item.`] });
  }
  const contentType: ContentType = kinds.size > 1 ? 'mixed' : kinds.has('video') ? 'video' : 'image';
  const { status, publishAt, publishedAt } = releaseOf(details, now());
  const earlyUntil = parseEarlyUntil(details, { publishedAt: publishAt, now: now() });
  const links = await resolveLinks(em, details);
  return em.transactional(async (inside) => {
    if (attempt !== null) {
      const earlier = await takeAttempt(inside, viewer.id, attempt);
      if (earlier !== null) return { id: earlier, isNew: false, mustChoose: false };
    }
    if (details.isForSale) await checkMaySell(inside, { creatorId: viewer.id, now: now() });
    const item = inside.create(Content, {
      ...storedDetails(details),
      creator: viewer.id,
      contentType,
      status,
      publishAt,
      earlyUntil,
      downloads: details.downloads ?? 'members',
      createdAt: now(),
      publishedAt,
      updatedAt: now(),
      attempt,
    });
    await inside.flush();
    const { id } = item;
    for (const [position, { key }] of files.entries()) {
      const taken = await db(inside)
        .updateTable('media as m')
        .set({ content_id: id, position })
        .where('m.key', '=', key)
        .where('m.owner_id', '=', viewer.id)
        .where(isPending)
        .returning('m.id')
        .executeTakeFirst();
      // Another tab used the same pending file; this item would have no images.
      if (!taken)
        throw new Invalid({ files: ['One of the files is already published. Please choose it again.'] });
    }
    if (links !== noLinks) await storeLinks(inside, id, links, now());
    if (status === 'published') await notify(inside, { kind: 'new-item', about: id, at: now() });
    return { id, isNew: true, mustChoose: isWaiting(links) };
  });
}
