import { NotFound } from '../../../errors.ts';
import { api, everyone } from '../../../http/api/api.server.ts';
import { drawing } from './drawing.server.ts';

/** A drawing of the map. Its address names its contents, so it may be kept for ever. */
const call = api({
  GET: everyone(async (scope, { params }) => {
    const bytes = await drawing(scope, params.name ?? '').catch(nullIfMissing);
    // An address of an earlier version, in the copy of a page; briefly, because another machine may know a newer one.
    if (!bytes)
      return new Response(null, { status: 404, headers: { 'Cache-Control': 'public, max-age=60' } });
    const headers = {
      'Content-Type': 'image/svg+xml',
      'Cache-Control': 'public, max-age=31536000, immutable',
    };
    return new Response(new Uint8Array(bytes), { headers });
  }),
});

function nullIfMissing(error: unknown) {
  if (error instanceof NotFound) return null;
  throw error;
}

export const loader = call.loader;
export const action = call.action;
