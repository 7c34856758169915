import { api, member } from '../../http/api.server.ts';
import { creatorStats } from './creator-stats.server.ts';

const call = api({ GET: member(creatorStats) });
export const loader = call.loader;
export const action = call.action;
