import { page } from '../../../http/pages/page.server.ts';
import { trackOf } from './chapters.server.ts';

export const loader = page(
  async (scope, { id }) =>
    new Response(await trackOf(scope, id()), {
      headers: { 'Content-Type': 'text/vtt; charset=utf-8', 'Cache-Control': 'private, no-cache' },
    }),
);
