import { mayDownload } from '../../../domain/can-view.ts';
import { NotAllowed, NotFound, SignInRequired } from '../../../errors.ts';
import type { Scope } from '../../../scope.ts';
import { bestVariant } from '../../core/media/video-view.server.ts';
import { addDownload } from './daily-viewers.sql.server.ts';
import { findItem, type Item } from './item.server.ts';

/** Why an item cannot be saved by this viewer. */
export const downloadRefusals: Record<Item['downloads'], string> = {
  members: 'Downloads come with Premium and VIP, and with techniques you have bought.',
  buyers: 'Only buyers can download this technique.',
  nobody: 'This technique cannot be downloaded. You can still watch it here.',
};

/** The address to save a medium's best file. @throws NotFound, SignInRequired, NotAllowed (E1.13, ADR-030) */
export async function downloadAddress(
  scope: Scope,
  { id, mediaId }: { id: number; mediaId: number },
): Promise<string> {
  const item = await findItem(scope, id);
  if (!scope.viewer) throw new SignInRequired();
  if (!mayDownload(scope.viewer, item, scope.now())) {
    throw new NotAllowed(downloadRefusals[item.downloads]);
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
  const day = now().toISOString().slice(0, 10);
  await addDownload(em, { contentId: id, memberId: viewer.id, viewer: visitor.dayKey, day });
}
