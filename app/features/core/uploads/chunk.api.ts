import { answer, api, member } from '../../../http/api/api.server.ts';
import type { Description } from '../../../http/api/description.ts';
import { parseInput } from '../../../http/parse.ts';
import { receiveChunk } from '../../../http/uploads/receive.server.ts';
import {
  arrivingShape,
  chunkType,
  offsetSchema,
  offsetShape,
  uploadId,
  wrongOffsetShape,
} from './chunks.schema.ts';
import { addChunk, cancelUpload, readUpload, uploadIn } from './chunks.server.ts';

const params = { id: uploadId };

const bringing = {
  summary: 'Upload the next chunk',
  params,
  headers: offsetSchema,
  raw: chunkType,
  responses: { 200: offsetShape, 409: wrongOffsetShape },
  errorResponses: {
    409: 'The next chunk begins elsewhere (`offset`), or another one is under way.',
    413: 'That is more than the file was said to have.',
  },
} satisfies Description;

const call = api({
  GET: member(
    { summary: 'Read how far an upload has come', params, responses: { 200: arrivingShape } },
    (scope, asked) => readUpload(scope, uploadIn(asked.params.id)),
  ),
  PATCH: member(bringing, (scope, asked) =>
    receiveChunk(scope, asked.request, chunkType, async (body) => {
      const { 'upload-offset': offset } = parseInput(
        bringing.headers,
        Object.fromEntries(asked.request.headers),
      );
      const { isAccepted, ...now } = await addChunk(scope, uploadIn(asked.params.id), { offset, body });
      const message = 'The next piece begins elsewhere, or another one is under way.';
      return isAccepted ? answer(200, now) : answer(409, { message, ...now }, { 'Retry-After': '2' });
    }),
  ),
  DELETE: member({ summary: 'Cancel an upload', params, responses: { 204: null } }, (scope, asked) =>
    cancelUpload(scope, uploadIn(asked.params.id)),
  ),
});

export const loader = call.loader;
export const action = call.action;
