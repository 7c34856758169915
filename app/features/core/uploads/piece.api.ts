import { answer, api, check, member } from '../../../http/api/api.server.ts';
import type { Description } from '../../../http/api/description.ts';
import { receivePiece } from '../../../http/uploads/receive.server.ts';
import {
  arrivingShape,
  offsetSchema,
  offsetShape,
  pieceType,
  uploadId,
  wrongOffsetShape,
} from './pieces.schema.ts';
import { addPiece, cancelUpload, readUpload, uploadIn } from './pieces.server.ts';

const params = { id: uploadId };

const bringing = {
  summary: 'Bring the next piece of a file',
  params,
  headers: offsetSchema,
  raw: pieceType,
  answers: { 200: offsetShape, 409: wrongOffsetShape },
  refuses: {
    409: 'The next piece begins elsewhere (`offset`), or another one is under way.',
    413: 'That is more than the file was said to have.',
  },
} satisfies Description;

const call = api({
  GET: member(
    { summary: 'Ask how far a file has come', params, answers: { 200: arrivingShape } },
    (scope, asked) => readUpload(scope, uploadIn(asked.params.id)),
  ),
  PATCH: member(bringing, (scope, asked) =>
    receivePiece(scope, asked.request, pieceType, async (body) => {
      const { 'upload-offset': offset } = check(bringing.headers, Object.fromEntries(asked.request.headers));
      const { isTaken, ...now } = await addPiece(scope, uploadIn(asked.params.id), { offset, body });
      const message = 'The next piece begins elsewhere, or another one is under way.';
      return isTaken ? answer(200, now) : answer(409, { message, ...now }, { 'Retry-After': '2' });
    }),
  ),
  DELETE: member({ summary: 'Give a file up', params, answers: { 204: null } }, (scope, asked) =>
    cancelUpload(scope, uploadIn(asked.params.id)),
  ),
});

export const loader = call.loader;
export const action = call.action;
