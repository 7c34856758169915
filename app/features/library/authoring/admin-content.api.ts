import { admin, api } from '../../../http/api/api.server.ts';
import { noSuchItem } from '../items/item.schema.ts';
import { deleteContent } from './delete-content.server.ts';

const call = api({
  DELETE: admin(
    {
      summary: 'Delete an item of any creator',
      details: 'Its buyers keep it.',
      responses: { 204: null },
      errorResponses: { 404: noSuchItem },
    },
    (scope, { id }) => deleteContent(scope, id()),
  ),
});
export const loader = call.loader;
export const action = call.action;
