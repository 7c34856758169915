import { admin, api, check } from '../../http/api.server.ts';
import { featuredPatch, inOneSpelling } from './featured.schema.ts';
import { typedJson } from './featured.server.ts';
import { withPicture } from './featured-picture.server.ts';
import { changeFeatured, deleteFeatured, findFeatured } from './manage-featured.server.ts';

const call = api({
  PATCH: admin(async (scope, { id, sent }) => {
    const { values, ...files } = await sent();
    const patch = check(featuredPatch, inOneSpelling(values));
    await withPicture(scope, files, (picture) => changeFeatured(scope, id(), () => patch, picture));
    return typedJson(scope, await findFeatured(scope, id()));
  }),
  DELETE: admin((scope, { id }) => deleteFeatured(scope, id())),
});
export const loader = call.loader;
export const action = call.action;
