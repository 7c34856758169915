import { admin, api, check, created } from '../../http/api.server.ts';
import { askedSize, listAnswer } from '../../http/list-call.server.ts';
import { inOneSpelling, newFeatured } from './featured.schema.ts';
import { typedJson } from './featured.server.ts';
import { withPicture } from './featured-picture.server.ts';
import { createFeatured, findFeatured, listAllFeatured } from './manage-featured.server.ts';

const call = api({
  GET: admin(async (scope, { url }) => {
    const after = url.searchParams.get('cursor');
    const page = await listAllFeatured(scope, { size: askedSize(url), after });
    const cards = page.items.map((card) => typedJson(scope, card));
    return listAnswer(scope, url, cards, page.after);
  }),
  POST: admin(async (scope, { sent }) => {
    const { values, ...files } = await sent();
    const card = check(newFeatured, inOneSpelling(values));
    const id = await withPicture(scope, files, (picture) => createFeatured(scope, card, picture));
    return created(typedJson(scope, await findFeatured(scope, id)));
  }),
});
export const loader = call.loader;
export const action = call.action;
