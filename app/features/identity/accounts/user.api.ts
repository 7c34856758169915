import { api, member } from '../../../http/api/api.server.ts';
import { currentUser } from './accounts.server.ts';
import { userShape } from './user.schema.ts';

const call = api({
  GET: member({ summary: 'Read who is signed in', responses: { 200: userShape } }, currentUser),
});
export const loader = call.loader;
export const action = call.action;
