import { z } from 'zod';
import { SignInRequired } from '../../../errors.ts';
import { answer, api, everyone } from '../../../http/api/api.server.ts';
import type { Description } from '../../../http/api/description.ts';
import { listAnswer, requestedSize } from '../../../http/api/list-call.server.ts';
import { enforceSearchLimit } from '../../core/rate-limits/rate-limit.server.ts';
import { exampleText } from '../../core/schemas/response-shapes.ts';
import { signedOutUpload } from '../../core/uploads/uploader.server.ts';
import { isPhone } from '../../site/landing/is-phone.ts';
import { publishCall } from '../authoring/publish-form.server.ts';
import { techniqueSchema } from '../authoring/upload.schema.ts';
import { fullItemShape, itemShape } from '../items/item.schema.ts';
import { fullItemJson, itemJson } from '../items/item-json.server.ts';
import { findCard } from './cards.server.ts';
import { filtersQuery } from './filters.schema.ts';
import { listContent } from './lists.server.ts';

const listing = {
  summary: 'List what is published',
  details:
    'Everything, with locks, for everyone; only what the caller may view is open. `subscriptionTier` is accepted for `tier`. The sort is `newest`, or `best` with a search.',
  query: filtersQuery,
  isPaged: true,
  rateLimits: ['search'],
  responses: { 200: z.array(itemShape) },
  errorResponses: { 422: 'A filter or the sort is not one of those listed.' },
} satisfies Description;

const publishedShape = fullItemShape
  .extend({
    message: exampleText('Published without note.txt: note.txt is not a picture or video we can read.')
      .optional()
      .describe('Which files were left out, and why.'),
  })
  .meta({ id: 'PublishedItem' });

const publishing = {
  summary: 'Publish an item',
  details:
    'A form with files. `subscriptionTier` is accepted for `tier`. With a file in the field `image` it is the single-image form: only that picture, and the category is `training` by default. `kept`, as often as needed, names files that were uploaded in chunks by their keys. Unusable files beside a usable one are left out, and `message` names them. `startsIn`, `does` and `endsIn` put it on the map; a name that means several things waits at `/api/content/{id}/map`.',
  isForMembers: true,
  body: techniqueSchema,
  example: { title: 'Knee cut', category: 'technique', tier: 'premium', price: 4.99, isForSale: true },
  files: {
    files: 'Pictures and videos of the technique.',
    images: 'The same, as phones send it.',
    image: 'One picture, for the single-image form.',
  },
  isForm: true,
  rateLimits: ['upload'],
  /** 201 for a new item; 200 when this attempt has published it already. */
  responses: { 200: fullItemShape, 201: publishedShape },
  errorResponses: { 409: 'The plan allows no further item for sale.' },
} satisfies Description;

const signedOut = (onPhone: boolean) =>
  onPhone ? signedOutUpload(onPhone) : `Authentication Required: ${signedOutUpload(onPhone)}`;

const call = api({
  GET: everyone(listing, async (scope, { url, query }) => {
    const filters = query();
    await enforceSearchLimit(scope, filters.search);
    const page = await listContent(scope, {
      filters,
      size: requestedSize(url),
      after: url.searchParams.get('cursor'),
    });
    const items = page.items.map((card) => itemJson(scope, card));
    return listAnswer(scope, url, items, page.after);
  }),
  POST: everyone(publishing, async (scope, { request, files }) => {
    if (!scope.viewer) throw new SignInRequired(signedOut(isPhone(request.headers)));
    const member = { ...scope, viewer: scope.viewer };
    const { id, isNew, without } = await publishCall(member, await files());
    const item = await fullItemJson(scope, await findCard(scope, id));
    return answer(isNew ? 201 : 200, without ? { ...item, message: without } : item);
  }),
});
export const loader = call.loader;
export const action = call.action;
