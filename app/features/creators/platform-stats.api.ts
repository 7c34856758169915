import { api, everyone } from '../../http/api.server.ts';
import { platformStats } from './platform.server.ts';

const call = api({ GET: everyone(platformStats) });
export const loader = call.loader;
export const action = call.action;
