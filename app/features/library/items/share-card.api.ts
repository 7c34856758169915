import { isKnownTag } from '../../../http/cache/known-tag.ts';
import { page } from '../../../http/pages/page.server.ts';
import { keptSeconds } from '../feeds/feeds.server.ts';
import { shareCard } from './share-card.server.ts';

export const loader = page(async (scope, { id, request }) => {
  const card = await shareCard(scope, id());
  // Kept briefly, because a free item may be for sale tomorrow.
  const headers = new Headers({ 'Cache-Control': `public, max-age=${await keptSeconds(scope)}` });
  if (isKnownTag(request.headers.get('if-none-match'), card.tag)) {
    headers.set('ETag', card.tag);
    return new Response(null, { status: 304, headers });
  }
  const { bytes, isWhole } = await card.draw();
  headers.set('Content-Type', 'image/jpeg');
  // A card without its image has no tag, so that it is fetched again.
  if (isWhole) headers.set('ETag', card.tag);
  return new Response(new Uint8Array(bytes), { headers });
});
