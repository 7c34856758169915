import { admin, api } from '../../../http/api/api.server.ts';
import type { Description } from '../../../http/api/description.ts';
import { parseInput } from '../../../http/parse.ts';
import { pictureFormBytes } from '../../../http/uploads/multipart.server.ts';
import { adminFeaturedShape, featuredPatch, inOneSpelling } from './featured.schema.ts';
import { adminCardJson } from './featured.server.ts';
import { withPicture } from './featured-picture.server.ts';
import { changeFeatured, deleteFeatured, findFeatured } from './manage-featured.server.ts';

const changing = {
  summary: 'Change a featured card',
  details: 'Fields left out keep their value. `removeImage` removes the picture.',
  body: featuredPatch,
  example: { displayOrder: 3, isActive: false },
  files: { image: 'A new picture.' },
  responses: { 200: adminFeaturedShape },
} satisfies Description;

const call = api({
  PATCH: admin(changing, async (scope, { id, sent }) => {
    const { values, ...files } = await sent('upload', pictureFormBytes(1));
    const patch = parseInput(changing.body, inOneSpelling(values));
    await withPicture(scope, files, (picture) => changeFeatured(scope, id(), () => patch, picture));
    return adminCardJson(scope, await findFeatured(scope, id()));
  }),
  DELETE: admin({ summary: 'Delete a featured card', responses: { 204: null } }, (scope, { id }) =>
    deleteFeatured(scope, id()),
  ),
});
export const loader = call.loader;
export const action = call.action;
