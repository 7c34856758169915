import { api, member } from '../../http/api.server.ts';
import { finishUpload, uploadIn } from './pieces.server.ts';

/** `POST /api/uploads/:id/finish`: the file is whole; answers the key with which a form publishes it (`kept`). */
const call = api({
  POST: member(async (scope, { params }) => ({ key: await finishUpload(scope, uploadIn(params.id)) })),
});

export const loader = call.loader;
export const action = call.action;
