import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { NotFound, Refused } from '../../../errors.ts';
import { byteCache, type Computed } from '../../../media/byte-cache.ts';
import { shareCardOf, type Variant, widest } from '../../../media/media.ts';
import type { CardLook } from '../../../media/share-card.server.ts';
import type { Scope } from '../../../scope.ts';
import { addressKey } from '../../core/rate-limits/rate-limit.server.ts';
import { type Card, findCard } from '../catalog/cards.server.ts';

/** The same colours as the tokens of these names. */
const belts = {
  free: { belt: '#4fbd77', degrees: 1 },
  premium: { belt: '#f28a3c', degrees: 2 },
  vip: { belt: '#e3b53c', degrees: 4 },
};

/** About a hundred cards of 80 kB in each process. The others are with the item's pictures. */
const cards = byteCache({ maxBytes: 8_000_000, maxPending: 20, maxPendingOfOne: 5 });

/** The share card of an item, the same for all viewers. Access is checked at each request. The drawing is stored with
 *  the picture that it shows, and removed with it.
 *  @returns a tag that changes with the card, and a function that draws the JPEG
 *  @throws NotFound, also for an unpublished item */
export async function shareCard(scope: Scope, id: number) {
  const item = await findCard({ ...scope, viewer: null }, id);
  if (item.status !== 'published') throw new NotFound();
  const look = { ...belts[item.tier], isLocked: item.mediaAccess !== 'everybody' };
  const variant = variantFor(item);
  const card = shareCardOf(item.tier);
  const picture = variant && item.media ? { key: item.media.key, variant, card } : null;
  const shown = JSON.stringify([card, picture, look]);
  return {
    tag: `"${createHash('sha256').update(shown).digest('base64url').slice(0, 22)}"`,
    /** @throws Refused 503 while too many other cards are drawn, or five for this address */
    async draw(): Promise<Computed> {
      const drawn = await cards(shown, () => drawCard(scope, picture, look), addressKey(scope));
      if (drawn) return drawn;
      const message = 'Many previews are being drawn. Please try again in a moment.';
      throw new Refused(message, { status: 503, retryAfter: 5 });
    },
  };
}

async function drawCard(
  scope: Scope,
  picture: { key: string; variant: Variant; card: Variant } | null,
  look: CardLook,
): Promise<Computed> {
  const { drawShareCard } = await import('../../../media/share-card.server.ts');
  if (!picture) return { bytes: await drawShareCard(null, look), isWhole: true };
  await mkdir(scope.tempDir, { recursive: true });
  const path = join(scope.tempDir, `card-${randomUUID()}`);
  try {
    if (await scope.media.fetchTo(picture.key, picture.card, path))
      return { bytes: await readFile(path), isWhole: true };
    const isWhole = await scope.media.fetchTo(picture.key, picture.variant, path);
    const bytes = await drawShareCard(isWhole ? path : null, look);
    if (isWhole) {
      await writeFile(path, bytes);
      // One that cannot be stored now is drawn again another time.
      await scope.media.put(picture.key, picture.card, path).catch(() => {});
    }
    return { bytes, isWhole };
  } finally {
    await rm(path, { force: true });
  }
}

function variantFor({ media, mediaAccess }: Card): Variant | null {
  if (!media) return null;
  return mediaAccess === 'everybody' ? `${widest(media.widths)}.jpg` : 'teaser.webp';
}
