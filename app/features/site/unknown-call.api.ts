import { NotFound } from '../../errors.ts';
import { api, everyone } from '../../http/api.server.ts';

const missing = everyone(() => {
  throw new NotFound('There is no such call.');
});

/** Every address under /api that the table does not know: JSON, as programs expect. */
const call = api({ GET: missing, POST: missing, PUT: missing, PATCH: missing, DELETE: missing });
export const loader = call.loader;
export const action = call.action;
