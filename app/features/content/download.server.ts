import { row } from '../../db/sql.server.ts';
import { NotAllowed, NotFound, SignInRequired } from '../../errors.ts';
import type { Scope } from '../../scope.ts';
import { mayDownload } from './can-view.ts';
import { bestVariant } from './film-view.server.ts';
import { findItem, type Item } from './item.server.ts';

const refusals: Record<Item['downloads'], string> = {
  members: 'Downloads come with Premium and VIP, and with items you have bought.',
  buyers: 'Its creator keeps downloads of this for those who buy it.',
  nobody: 'Its creator offers no downloads of this. It stays open to you here.',
};

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

/** Counts that somebody saves an item: once a person and day, as with looks; the creator's own and admins' do not count. */
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
