import { z } from 'zod';
import { api, curator } from '../../../http/api/api.server.ts';
import { id } from '../../core/schemas/response-shapes.ts';
import { mapStates } from '../graph/states.ts';
import { decideProposal } from './decide.server.ts';
import { findProposal } from './find-proposal.server.ts';
import { readThing } from './map-thing.ts';
import { decisionSchema } from './proposal.schema.ts';
import { thingId } from './proposal-shapes.ts';

const call = api({
  POST: curator(
    {
      summary: 'Decide on a proposal for the map',
      details:
        'For curators. `accept` puts it on the map, `merge` makes it another name of what the map has, `decline` needs a reason. One’s own proposal can only be declined (403). A decision can be changed until it is a merge; `seen` then says which state it is about.',
      params: { proposal: thingId },
      body: decisionSchema,
      example: { outcome: 'merge', into: 'p/12' },
      responses: {
        200: z.object({
          proposal: thingId,
          state: z.enum(mapStates),
          seen: z
            .string()
            .describe('For a later decision.')
            .meta({ examples: ['accepted 1780315200000'] }),
          mergedInto: id.nullable(),
        }),
      },
      errorResponses: { 409: 'Another curator decided since, or transitions of the map need it.' },
    },
    async (scope, { params, body }) => {
      const thing = readThing(params.proposal);
      await decideProposal(scope, thing, await body());
      const { state, seen, intoId } = await findProposal(scope, thing);
      return { proposal: params.proposal ?? '', state, seen, mergedInto: intoId };
    },
  ),
});
export const loader = call.loader;
export const action = call.action;
