import { admin, api } from '../../http/api.server.ts';
import { deleteContent } from './delete-content.server.ts';

const call = api({ DELETE: admin((scope, { id }) => deleteContent(scope, id())) });
export const loader = call.loader;
export const action = call.action;
