import { NotFound } from '../../errors.ts';
import { answer, api, type CallRequest, check, member } from '../../http/api.server.ts';
import { receivePiece } from '../../http/receive.server.ts';
import { offsetSchema, pieceType } from './pieces.schema.ts';
import { addPiece, cancelUpload, readUpload } from './pieces.server.ts';

const idIn = ({ params }: CallRequest) => {
  if (!/^[0-9a-f]{32}$/.test(params.id ?? '')) throw new NotFound();
  return params.id ?? '';
};

/** `/api/uploads/:id`: GET says how far it has come, PATCH brings the next piece, DELETE gives it up. */
export const { loader, action } = api({
  GET: member((scope, call) => readUpload(scope, idIn(call))),
  PATCH: member((scope, call) =>
    receivePiece(scope, call.request, pieceType, async (body) => {
      const { 'upload-offset': offset } = check(offsetSchema, Object.fromEntries(call.request.headers));
      const { isTaken, ...now } = await addPiece(scope, idIn(call), { offset, body });
      const message = 'The next piece begins elsewhere, or another one is under way.';
      return isTaken ? answer(200, now) : answer(409, { message, ...now }, { 'Retry-After': '2' });
    }),
  ),
  DELETE: member((scope, call) => cancelUpload(scope, idIn(call))),
});
