import { randomUUID } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { NotFound } from '../../errors.ts';
import type { Variant } from '../../media/media.ts';
import { drawShareCard } from '../../media/share-card.server.ts';
import type { Scope } from '../../scope.ts';
import { type Card, findCard } from './cards.server.ts';

/** As the tokens of the same names say. */
const belts = {
  free: { belt: '#4fbd77', degrees: 1 },
  premium: { belt: '#f28a3c', degrees: 2 },
  vip: { belt: '#e3b53c', degrees: 4 },
};

/**
 * The card of an item for other sites: what a visitor may see of it, whoever asks (issue 8 'share cards').
 * @returns a JPEG @throws NotFound also for what is not published
 */
export async function shareCard(scope: Scope, id: number): Promise<Buffer> {
  const item = await findCard({ ...scope, viewer: null }, id);
  if (item.status !== 'published') throw new NotFound();
  const look = { ...belts[item.tier], isLocked: item.openness !== 'everybody' };
  await mkdir(scope.tempDir, { recursive: true });
  const path = join(scope.tempDir, `card-${randomUUID()}`);
  try {
    const variant = variantFor(item);
    const hasPicture = variant && (await scope.media.fetchTo(item.media?.key ?? '', variant, path));
    return await drawShareCard(hasPicture ? path : null, look);
  } finally {
    await rm(path, { force: true });
  }
}

function variantFor({ media, openness }: Card): Variant | null {
  if (!media) return null;
  return openness === 'everybody' ? `${media.widths.at(-1) ?? 320}.jpg` : 'teaser.webp';
}
