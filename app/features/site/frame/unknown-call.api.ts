import { NotFound } from '../../../errors.ts';
import { api, everyone } from '../../../http/api/api.server.ts';

const missing = everyone(() => {
  throw new NotFound('There is no such call.');
});

/** Unknown addresses under /api answer JSON, as programs expect. */
const call = api({ GET: missing, POST: missing, PUT: missing, PATCH: missing, DELETE: missing });
export const loader = call.loader;
export const action = call.action;
