import { api, everyone, member } from '../../http/api.server.ts';
import { findCard } from './cards.server.ts';
import { deleteContent } from './delete-content.server.ts';
import { itemJson } from './item-json.server.ts';

const call = api({
  GET: everyone(async (scope, { id }) => itemJson(scope, await findCard(scope, id()))),
  DELETE: member((scope, { id }) => deleteContent(scope, id())),
});
export const loader = call.loader;
export const action = call.action;
