import { row } from '../../../db/sql.server.ts';
import { mayDownload } from '../../../domain/can-view.ts';
import { NotAllowed, NotFound, SignInRequired } from '../../../errors.ts';
import type { Scope } from '../../../scope.ts';
import { bestVariant } from '../../core/media/video-view.server.ts';
import { findItem, type Item } from './item.server.ts';

const refusals: Record<Item['downloads'], string> = {
  members: 'Downloads come with Premium and VIP, and with items you have bought.',
  buyers: 'Its creator keeps downloads of this for those who buy it.',
  nobody: 'Its creator offers no downloads of this. It stays open to you here.',
};

/** The address to save a medium's best file. @throws NotFound, SignInRequired, NotAllowed (E1.13, ADR-030) */
export async function downloadAddress(
  scope: Scope,
  { id, mediaId }: { id: number; mediaId: number },
): Promise<string> {
  const item = await findItem(scope, id);
  if (!scope.viewer) throw new SignInRequired();
  if (!mayDownload(scope.viewer, item, scope.now())) {
    throw new NotAllowed(refusals[item.downloads]);
  }
  const media = item.allMedia.find((each) => each.id === mediaId);
  if (!media) throw new NotFound();
  return scope.media.address({
    key: media.key,
    variant: bestVariant(media),
    isPublic: false,
    viewerId: String(scope.viewer.id),
    now: scope.now(),
    isDownload: true,
  });
}

/** Counts a download, once a person and day; not for the creator or admins. */
export async function countDownload({ em, viewer, visitor, now }: Scope, id: number): Promise<void> {
  if (!viewer || viewer.isAdmin || visitor.isBot) return;
  await row(em)`
    with fresh as (
      insert into content_downloads (content_id, viewer, day)
      select id, ${visitor.dayKey}, ${now().toISOString().slice(0, 10)}::date from content
      where id = ${id} and creator_id <> ${viewer.id}
      on conflict do nothing returning content_id
    )
    update content_stats s set downloads = downloads + 1 from fresh where s.content_id = fresh.content_id`;
}
