import { api, member } from '../../../http/api/api.server.ts';
import { forgetItem } from './history.server.ts';

const call = api({
  DELETE: member(
    {
      summary: 'Take an item out of the history',
      details:
        'Where it was left is forgotten; what is marked as seen stays so. Also 204 for one that is not in it.',
      responses: { 204: null },
    },
    (scope, { id }) => forgetItem(scope, id()),
  ),
});
export const loader = call.loader;
export const action = call.action;
