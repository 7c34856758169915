import { row } from '../../db/sql.server.ts';
import { downloadWord } from '../../media/addresses.server.ts';
import { canConvert } from '../../media/ffmpeg.server.ts';
import { mimeOf, type Variant } from '../../media/media.ts';
import type { ServedFile } from '../../media/serve.server.ts';
import type { Scope } from '../../scope.ts';
import { canView, type Guarded, isForEverybody, mayDownload } from '../content/can-view.ts';
import type { ContentStatus, DownloadRight, Tier } from '../content/words.ts';

interface Asked {
  key: string;
  variant: Variant;
  /** The address was signed for this viewer. */
  isSigned: boolean;
  query?: URLSearchParams;
}

interface MediaRow {
  title: string | null;
  position: number;
  is_for_saving: boolean;
  owner_id: number;
  creator_id: number | null;
  tier: Tier | null;
  early_until: string | null;
  downloads: DownloadRight | null;
  item_status: ContentStatus | null;
  bought: boolean;
  stream_of: Variant | null;
  message_id: number | null;
  is_in_conversation: boolean;
  is_reported: boolean;
  is_picture_of_site: boolean;
}

/**
 * The gate of every media byte: public are teasers of published items, everything of free
 * published items, profile pictures and featured cards; the rest needs the right and
 * an address signed for this viewer (`isSigned`). What was sent with a message opens for the two who write to each
 * other, and for admins once it was reported (decisions 019).
 */
export async function mayServe(
  scope: Pick<Scope, 'em' | 'viewer' | 'media' | 'now'>,
  { key, variant, isSigned, query }: Asked,
): Promise<ServedFile | null> {
  const { em, viewer, media } = scope;
  const found = await row<MediaRow>(em)`
    select m.owner_id, m.position, m.stream_of, (cardinality(m.film_steps) > 0
        or m.film_state in ('waiting', 'converting') and ${canConvert()}) as is_for_saving,
      c.title, c.creator_id, c.tier, c.early_until, c.downloads,
      c.status as item_status,
      m.message_id,
      exists (select 1 from messages g join conversations k on k.id = g.conversation_id
        where g.id = m.message_id and ${viewer?.id ?? null}::int in (k.low_id, k.high_id)) as is_in_conversation,
      exists (select 1 from report_cases r
        where r.kind = 'message' and r.subject_id = m.message_id) as is_reported,
      exists (select 1 from purchases p
        where p.content_id = c.id and p.user_id = ${viewer?.id ?? null} and p.status = 'paid') as bought,
      exists (select 1 from users u where u.id = m.owner_id and u.profile_image_key = m.key and u.status = 'active')
        or exists (select 1 from featured f where f.image_key = m.key) as is_picture_of_site
    from media m left join content c on c.id = m.content_id
    where m.key = ${key} and m.status = 'ready'`;
  if (!found) return null;
  const isPublic = found.is_picture_of_site || isPublicVariant(found, variant, scope.now());
  if (variant === 'stream.m3u8') return isPublic ? streamsOf(media, key, found.stream_of) : null;
  const item = itemOf(found);
  const isDownload = query?.get(downloadWord) === '1';
  const isFull = variant === 'full.jpg';
  if (isFull && !item) return null;
  // What was sent is for those who may save it, where something is made for watching, or will be soon.
  if (item && (isDownload || isFull || (found.is_for_saving && isAsSent(variant)))) {
    const isAllowed = isSigned && mayDownload(viewer, item, scope.now());
    const from = isAllowed && (await placeOf(media, key, variant));
    const name = isDownload ? { downloadName: fileName(found, variant) } : {};
    return from ? { from, mime: mimeOf(variant), isPublic: false, ...name } : null;
  }
  const isAllowed = isPublic || (isSigned && mayOpen(viewer, found, scope.now()));
  const from = isAllowed && (await placeOf(media, key, variant));
  return from ? { from, mime: mimeOf(variant), isPublic } : null;
}

/** Here first: what was just made is not yet carried away. */
const placeOf = async (media: Scope['media'], key: string, variant: Variant) =>
  (await media.localPath(key, variant)) ?? media.elsewhere(key, variant);

const isAsSent = (variant: Variant) => variant.startsWith('video.');

/** The item's title, which people find again, without signs that systems do not allow in names. */
function fileName({ title, position }: MediaRow, variant: Variant) {
  const words = (title ?? '').replace(/[\s\p{Cc}\p{Cf}/\\:*?"<>|]+/gu, ' ').trim();
  const number = position > 0 ? ` ${position + 1}` : '';
  return `${words.slice(0, 80).replace(/^\.+/, '').trim() || 'Summa'}${number}${variant.slice(variant.indexOf('.'))}`;
}

/** A list of streams names addresses that open for whoever reads it, so private films have none. */
function streamsOf(media: Scope['media'], key: string, of: Variant | null): ServedFile | null {
  const from = of && media.elsewhere(key, of);
  return from
    ? { from: { ...from, lasting: from.lastingStreams }, mime: mimeOf('stream.m3u8'), isPublic: true }
    : null;
}

const isPublicVariant = (found: MediaRow, variant: Variant, now: Date) => {
  const item = itemOf(found);
  return (
    item !== null && (isForEverybody(item, now) || (variant === 'teaser.webp' && item.status === 'published'))
  );
};

function mayOpen(viewer: Scope['viewer'], found: MediaRow, now: Date): boolean {
  if (found.message_id !== null) {
    return found.is_in_conversation || (found.is_reported && viewer?.isAdmin === true);
  }
  const item = itemOf(found);
  if (item) return canView(viewer, item, now);
  return viewer !== null && (viewer.isAdmin || viewer.id === found.owner_id);
}

/** The item that a medium belongs to, as the access rule asks for it; null for one that waits or stands alone. */
function itemOf({ creator_id, tier, early_until, item_status, bought, downloads }: MediaRow) {
  if (creator_id === null || tier === null || item_status === null) return null;
  const item: Guarded = { creatorId: creator_id, tier, earlyUntil: early_until, status: item_status, bought };
  return { ...item, downloads: downloads ?? 'nobody' };
}
