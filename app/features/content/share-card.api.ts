import { page } from '../../http/page.server.ts';
import { keptSeconds } from '../feeds/feeds.server.ts';
import { shareCard } from './share-card.server.ts';

/** The picture that other sites show beside a shared link. */
export const loader = page(async (scope, { id }) => {
  const card = await shareCard(scope, id());
  return new Response(new Uint8Array(card), {
    // Not long: what is free today may be sold tomorrow.
    headers: { 'Content-Type': 'image/jpeg', 'Cache-Control': `public, max-age=${await keptSeconds(scope)}` },
  });
});
