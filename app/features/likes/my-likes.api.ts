import { api, member } from '../../http/api.server.ts';
import { likedIds } from './likes.server.ts';

const call = api({ GET: member(likedIds) });
export const loader = call.loader;
export const action = call.action;
