import { page } from '../../../http/pages/page.server.ts';
import { countVisitorsView } from './views.server.ts';

/** What browsers ask for beside an item's page from a shared cache, of which the site would not know (ADR-082). */
export const loader = page(async (scope, { id, request }) => {
  if (request.method === 'GET' && !request.headers.get('sec-purpose')) await countVisitorsView(scope, id());
  return new Response(null, { status: 204, headers: { 'Cache-Control': 'private, no-store' } });
});
