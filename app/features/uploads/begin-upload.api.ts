import { answer, api, member } from '../../http/api.server.ts';
import { spend } from '../limits/spend.server.ts';
import { beginSchema } from './pieces.schema.ts';
import { beginUpload } from './pieces.server.ts';

/** `POST /api/uploads`: begins a file that comes in pieces (201), or finds it again (200). */
const call = api({
  POST: member(async (scope, asked) => {
    await spend(scope, 'file in pieces');
    const { isNew, ...upload } = await beginUpload(scope, await asked.body(beginSchema));
    return answer(isNew ? 201 : 200, upload, { Location: `/api/uploads/${upload.id}` });
  }),
});

export const loader = call.loader;
export const action = call.action;
