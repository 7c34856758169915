import { page } from '../../../http/pages/page.server.ts';
import { findCaptions } from './captions.server.ts';

export const loader = page(async (scope, { id, longId, params }) => {
  const text = await findCaptions(scope, { id: id(), mediaId: longId('mediaId'), language: params.language });
  return new Response(text, {
    headers: { 'Content-Type': 'text/vtt; charset=utf-8', 'Cache-Control': 'private, no-cache' },
  });
});
