import { json } from '@remix-run/node';
import { api, everyone } from '../../http/api.server.ts';
import { listRatings } from './ratings.server.ts';

const usualSize = 24;
const largestSize = 48;

const call = api({
  GET: everyone(async (scope, { id, url }) => {
    const limit = Number(url.searchParams.get('limit')) || usualSize;
    const size = Math.min(Math.max(Math.trunc(limit), 1), largestSize);
    const { items, after } = await listRatings(scope, id(), { size, after: url.searchParams.get('cursor') });
    const link = `<${scope.origin}${url.pathname}?limit=${size}&cursor=${after}>; rel="next"`;
    const body = items.map((item) => ({
      ...item,
      createdAt: new Date(item.createdAt).toISOString(),
      updatedAt: new Date(item.updatedAt).toISOString(),
    }));
    return json(body, { headers: after ? { Link: link } : {} });
  }),
});
export const loader = call.loader;
export const action = call.action;
