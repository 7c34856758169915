import { z } from 'zod';
import { answer, api, member } from '../../../http/api/api.server.ts';
import type { Description } from '../../../http/api/description.ts';
import { listAnswer, requestedSize } from '../../../http/api/list-call.server.ts';
import { requireCurator } from '../../../http/security/guards.server.ts';
import { id } from '../../core/schemas/response-shapes.ts';
import { ownProposals, proposalQueue } from './lists.server.ts';
import { thingText } from './map-thing.ts';
import { proposeSchema } from './proposal.schema.ts';
import { proposalJson, proposalShape, thingId } from './proposal-shapes.ts';
import { propose } from './propose.server.ts';

const listing = {
  summary: 'List proposals for the map',
  details:
    'One’s own, the newest first. Curators may ask for all that are `waiting`, the oldest first, or `decided`, the newest first.',
  query: z.object({ show: z.enum(['own', 'waiting', 'decided']).optional().default('own') }),
  isPaged: true,
  responses: { 200: z.array(proposalShape) },
  errorResponses: { 403: 'Only curators see the proposals of others.' },
} satisfies Description;

const proposing = {
  summary: 'Propose a position or a transition',
  details:
    'It is shown on one’s own items alone until a curator decides. The same name proposed again is the same proposal. `from`, `to` and `looksLike` take any name of the map, `12` or `p/12`.',
  body: proposeSchema,
  example: { kind: 'transition', name: 'Lasso sweep', from: 'half guard', to: 'mount', actor: 'bottom' },
  rateLimits: ['map proposal'],
  responses: { 201: z.object({ proposal: thingId, id }) },
  errorResponses: { 409: 'Too many of one’s proposals wait.' },
} satisfies Description;

const call = api({
  GET: member(listing, async (scope, { url, query }) => {
    const { show } = query();
    const asked = { size: requestedSize(url), after: url.searchParams.get('cursor') };
    const page =
      show === 'own'
        ? await ownProposals(scope, asked)
        : await proposalQueue(requireCurator(scope), show, asked);
    return listAnswer(scope, url, page.items.map(proposalJson), page.after);
  }),
  POST: member(proposing, async (scope, { body }) => {
    const thing = await propose(scope, await body());
    return answer(201, { proposal: thingText(thing), id: thing.id });
  }),
});
export const loader = call.loader;
export const action = call.action;
