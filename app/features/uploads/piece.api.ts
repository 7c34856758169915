import { answer, api, check, member } from '../../http/api.server.ts';
import { receivePiece } from '../../http/receive.server.ts';
import { offsetSchema, pieceType } from './pieces.schema.ts';
import { addPiece, cancelUpload, readUpload, uploadIn } from './pieces.server.ts';

/** `/api/uploads/:id`: GET says how far it has come, PATCH brings the next piece, DELETE gives it up. */
const call = api({
  GET: member((scope, asked) => readUpload(scope, uploadIn(asked.params.id))),
  PATCH: member((scope, asked) =>
    receivePiece(scope, asked.request, pieceType, async (body) => {
      const { 'upload-offset': offset } = check(offsetSchema, Object.fromEntries(asked.request.headers));
      const { isTaken, ...now } = await addPiece(scope, uploadIn(asked.params.id), { offset, body });
      const message = 'The next piece begins elsewhere, or another one is under way.';
      return isTaken ? answer(200, now) : answer(409, { message, ...now }, { 'Retry-After': '2' });
    }),
  ),
  DELETE: member((scope, asked) => cancelUpload(scope, uploadIn(asked.params.id))),
});

export const loader = call.loader;
export const action = call.action;
