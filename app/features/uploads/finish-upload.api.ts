import { NotFound } from '../../errors.ts';
import { api, member } from '../../http/api.server.ts';
import { finishUpload } from './pieces.server.ts';

/** `POST /api/uploads/:id/finish`: the file is whole; answers the key with which a form publishes it (`kept`). */
export const { loader, action } = api({
  POST: member(async (scope, { params }) => {
    if (!/^[0-9a-f]{32}$/.test(params.id ?? '')) throw new NotFound();
    return { key: await finishUpload(scope, params.id ?? '') };
  }),
});
