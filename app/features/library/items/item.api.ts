import { api, everyone, member } from '../../../http/api/api.server.ts';
import { deleteContent } from '../authoring/delete-content.server.ts';
import { findCard } from '../catalog/cards.server.ts';
import { fullItemShape, noSuchItem } from './item.schema.ts';
import { fullItemJson } from './item-json.server.ts';

const call = api({
  GET: everyone(
    { summary: 'Read an item', responses: { 200: fullItemShape }, errorResponses: { 404: noSuchItem } },
    async (scope, { id }) => fullItemJson(scope, await findCard(scope, id())),
  ),
  DELETE: member(
    {
      summary: 'Delete an item of one’s own',
      details: 'Its buyers keep it.',
      responses: { 204: null },
      errorResponses: { 403: 'It belongs to someone else.', 404: noSuchItem },
    },
    (scope, { id }) => deleteContent(scope, id()),
  ),
});
export const loader = call.loader;
export const action = call.action;
