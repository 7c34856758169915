import { type AccessFacts, canView, isPublic, mayDownload } from '../../../domain/can-view.ts';
import { downloadWord } from '../../../media/addresses.server.ts';
import { canConvert } from '../../../media/ffmpeg.server.ts';
import { isAvatarVariant, mimeOf, type Variant } from '../../../media/media.ts';
import type { ServedFile } from '../../../media/serve.server.ts';
import type { Scope } from '../../../scope.ts';
import { type FileFacts, findFile } from './find-file.sql.server.ts';

interface Asked {
  key: string;
  variant: Variant;
  isSigned: boolean;
  query?: URLSearchParams;
}

/** Decides for every media request. Public are teasers of published items, free items, profile images and featured
 *  cards. The rest needs access and a signed address. Files of a message open for its two members, and for admins
 *  once it was reported (ADR-019). */
export async function mayServe(
  scope: Pick<Scope, 'em' | 'viewer' | 'media' | 'now'>,
  { key, variant: asked, isSigned, query }: Asked,
): Promise<ServedFile | null> {
  const { em, viewer, media } = scope;
  const found = await findFile(em, {
    key,
    variant: asked,
    viewerId: viewer?.id ?? null,
    converts: canConvert(),
  });
  if (!found) return null;
  // A profile picture from before avatars had sizes of their own, until the job `make-avatars` has made them.
  const variant = isAvatarVariant(asked) && !found.has_avatars ? '320.webp' : asked;
  const isPublic = found.is_picture_of_site || isPublicVariant(found, variant, scope.now());
  if (variant === 'stream.m3u8') return isPublic ? streamsOf(media, key, found.stream_of) : null;
  const item = itemOf(found);
  const isDownload = query?.get(downloadWord) === '1';
  const isFull = variant === 'full.jpg';
  if ((isFull || isClip(variant)) && !item) return null;
  // The uploaded file is only for those who may save it, once a version for watching exists or is being made.
  if (item && (isDownload || isFull || (found.is_for_saving && isAsSent(variant)))) {
    const isAllowed = isSigned && mayDownload(viewer, item, scope.now());
    const from = isAllowed && (await placeOf(media, key, variant));
    const name = isDownload ? { downloadName: fileName(found, variant) } : {};
    return from ? { from, mime: mimeOf(variant), isPublic: false, ...name } : null;
  }
  const isAllowed = isPublic || (isSigned && mayOpen(viewer, found, scope.now()));
  const from = isAllowed && (await placeOf(media, key, variant));
  // A clip is always asked for here: at the service its address would outlast the right to see it (ADR-078).
  return from ? { from, mime: mimeOf(variant), isPublic: isPublic && !isClip(variant) } : null;
}

/** The local store first: new files are not moved to the service yet. */
const placeOf = async (media: Scope['media'], key: string, variant: Variant) =>
  (await media.localPath(key, variant)) ?? media.elsewhere(key, variant);

const isClip = (variant: Variant) => variant === 'clip.mp4';

const isAsSent = (variant: Variant) => variant.startsWith('video.');

function fileName({ title, position }: FileFacts, variant: Variant) {
  const words = (title ?? '').replace(/[\s\p{Cc}\p{Cf}/\\:*?"<>|]+/gu, ' ').trim();
  const number = position > 0 ? ` ${position + 1}` : '';
  return `${words.slice(0, 80).replace(/^\.+/, '').trim() || 'Summa'}${number}${variant.slice(variant.indexOf('.'))}`;
}

/** A stream's playlist contains addresses that open for anyone, so private videos have none. */
function streamsOf(media: Scope['media'], key: string, of: Variant | null): ServedFile | null {
  const from = of && media.elsewhere(key, of);
  return from?.lastingStreams
    ? { from: { ...from, lasting: from.lastingStreams }, mime: mimeOf('stream.m3u8'), isPublic: true }
    : null;
}

const isPublicVariant = (found: FileFacts, variant: Variant, now: Date) => {
  const item = itemOf(found);
  return item !== null && (isPublic(item, now) || (variant === 'teaser.webp' && item.status === 'published'));
};

function mayOpen(viewer: Scope['viewer'], found: FileFacts, now: Date): boolean {
  if (found.message_id !== null) {
    return found.is_in_conversation || (found.is_reported && viewer?.isAdmin === true);
  }
  const item = itemOf(found);
  if (item) return canView(viewer, item, now);
  return viewer !== null && (viewer.isAdmin || viewer.id === found.owner_id);
}

function itemOf({ creator_id, tier, early_until, item_status, bought, downloads }: FileFacts) {
  if (creator_id === null || tier === null || item_status === null) return null;
  const item: AccessFacts = {
    creatorId: creator_id,
    tier,
    earlyUntil: early_until,
    status: item_status,
    bought,
  };
  return { ...item, downloads: downloads ?? 'nobody' };
}
