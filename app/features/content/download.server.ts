import { NotAllowed, NotFound, SignInRequired } from '../../errors.ts';
import type { Scope } from '../../scope.ts';
import { mayDownload } from './can-view.ts';
import { bestVariant } from './film-view.server.ts';
import { findItem } from './item.server.ts';

/**
 * Where the best file of one medium can be saved by this viewer; the gate asks again for the bytes.
 * @throws NotFound, SignInRequired, NotAllowed with what would allow it (experience.md §1, plan perks)
 */
export async function downloadAddress(
  scope: Scope,
  { id, mediaId }: { id: number; mediaId: number },
): Promise<string> {
  const item = await findItem(scope, id);
  if (!scope.viewer) throw new SignInRequired();
  if (!mayDownload(scope.viewer, item, scope.now())) {
    throw new NotAllowed('Downloads come with Premium and VIP, and with items you have bought.');
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
