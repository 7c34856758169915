import { api, everyone } from '../../http/api.server.ts';
import { askedSize, listAnswer } from '../../http/list-call.server.ts';
import { listRatings } from './ratings.server.ts';

const call = api({
  GET: everyone(async (scope, { id, url }) => {
    const page = await listRatings(scope, id(), {
      size: askedSize(url),
      after: url.searchParams.get('cursor'),
    });
    const ratings = page.items.map((item) => ({
      ...item,
      createdAt: new Date(item.createdAt).toISOString(),
      updatedAt: new Date(item.updatedAt).toISOString(),
    }));
    return listAnswer(scope, url, ratings, page.after);
  }),
});
export const loader = call.loader;
export const action = call.action;
