import { z } from 'zod';
import { answer, api, member } from '../../../http/api/api.server.ts';
import { id } from '../../core/schemas/response-shapes.ts';
import { correctionSchema } from './correction.schema.ts';
import { fileCorrection } from './corrections.server.ts';
import { readThing } from './map-thing.ts';
import { thingId } from './proposal-shapes.ts';

const filed = z.object({ id, isNew: z.boolean() });

const call = api({
  POST: member(
    {
      summary: 'Say what is wrong with a position or a transition of the map',
      details: 'A curator decides. 200 instead of 201 when the same correction is still open.',
      body: correctionSchema.extend({ thing: thingId }),
      example: { thing: 'p12', subject: 'name', text: 'In Portuguese: meia-guarda' },
      rateLimits: ['map correction'],
      responses: { 200: filed, 201: filed },
      errorResponses: { 404: 'It is not on the map.', 409: 'Too many of one’s corrections wait.' },
    },
    async (scope, { body }) => {
      const { thing, ...input } = await body();
      const { id, isNew } = await fileCorrection(scope, readThing(thing), input);
      return answer(isNew ? 201 : 200, { id, isNew });
    },
  ),
});
export const loader = call.loader;
export const action = call.action;
