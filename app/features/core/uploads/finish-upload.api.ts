import { z } from 'zod';
import { api, member } from '../../../http/api/api.server.ts';
import { exampleText } from '../schemas/response-shapes.ts';
import { finishSchema, uploadId } from './chunks.schema.ts';
import { finishUpload, uploadIn } from './chunks.server.ts';

const call = api({
  POST: member(
    {
      summary: 'Complete an upload',
      details: 'It is made ready; a form publishes it by naming the key in `kept`.',
      params: { id: uploadId },
      body: finishSchema,
      example: { onPhone: true },
      responses: { 200: z.object({ key: exampleText('0f3c2a') }) },
      errorResponses: {
        409: 'Bytes are missing, or it is being made ready. `Retry-After` says when to ask again.',
        413: 'The member has no room left.',
        422: 'It is no file that can be published; `errors.files` says why.',
        507: 'The site has no room left.',
      },
    },
    async (scope, { params, body }) => ({
      key: await finishUpload(scope, uploadIn(params.id), await body()),
    }),
  ),
});

export const loader = call.loader;
export const action = call.action;
