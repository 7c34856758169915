import { api, member } from '../../http/api.server.ts';
import { currentUser } from './accounts.server.ts';

const call = api({ GET: member(currentUser) });
export const loader = call.loader;
export const action = call.action;
