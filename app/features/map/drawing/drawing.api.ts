import { api, everyone } from '../../../http/api/api.server.ts';
import { drawing } from './drawing.server.ts';

/** A drawing of the map. Its address names its contents, so it may be kept for ever. */
const call = api({
  GET: everyone(async (scope, { params }) => {
    const bytes = await drawing(scope, params.name ?? '');
    const headers = {
      'Content-Type': 'image/svg+xml',
      'Cache-Control': 'public, max-age=31536000, immutable',
    };
    return new Response(new Uint8Array(bytes), { headers });
  }),
});
export const loader = call.loader;
export const action = call.action;
