import { z } from 'zod';
import { admin, answer, api } from '../../../http/api/api.server.ts';
import type { Description } from '../../../http/api/description.ts';
import { listAnswer, requestedSize } from '../../../http/api/list-call.server.ts';
import { parseInput } from '../../../http/parse.ts';
import { pictureFormBytes } from '../../../http/uploads/multipart.server.ts';
import { attemptOf } from '../authoring/publish-once.server.ts';
import { adminFeaturedShape, inOneSpelling, newFeatured } from './featured.schema.ts';
import { adminCardJson, adminJson } from './featured.server.ts';
import { withPicture } from './featured-picture.server.ts';
import { createFeatured, findFeatured, listAllFeatured } from './manage-featured.server.ts';

const listing = {
  summary: 'List all featured cards',
  details:
    'In their order, the inactive ones included, as they were typed; `linked` has what a linked item says in their place.',
  isPaged: true,
  responses: { 200: z.array(adminFeaturedShape) },
} satisfies Description;

const making = {
  summary: 'Make a featured card',
  details:
    'JSON, or a form with the picture. `image_url`, `tier_color`, `display_order`, `is_active`, `content_id` and `athlete` (for `creator`) are accepted, too.',
  body: newFeatured,
  example: { title: 'Berimbolo study', creator: 'Coach Bia', tier: 'premium', contentId: 42 },
  files: { image: 'The picture; it wins over `imageUrl`.' },
  responses: { 201: adminFeaturedShape },
} satisfies Description;

const call = api({
  GET: admin(listing, async (scope, { url }) => {
    const after = url.searchParams.get('cursor');
    const page = await listAllFeatured(scope, { size: requestedSize(url), after });
    return listAnswer(scope, url, await adminJson(scope, page.items), page.after);
  }),
  POST: admin(making, async (scope, { sent }) => {
    const { values, ...files } = await sent('upload', pictureFormBytes(1));
    const card = parseInput(making.body, inOneSpelling(values));
    const attempt = await attemptOf({ fields: Object.entries(values), files: files.files });
    const id = await withPicture(scope, files, (picture) => createFeatured(scope, card, picture, attempt));
    return answer(201, await adminCardJson(scope, await findFeatured(scope, id)));
  }),
});
export const loader = call.loader;
export const action = call.action;
