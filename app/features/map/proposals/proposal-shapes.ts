import { z } from 'zod';
import { exampleText, id, moment, username } from '../../core/schemas/response-shapes.ts';
import { mapStates } from '../graph/states.ts';
import type { ListedProposal } from './lists.server.ts';
import { thingText } from './map-thing.ts';

export const thingId = z
  .string()
  .regex(/^[pt][1-9]\d{0,8}$/)
  .meta({ description: '`p12` is a position, `t34` a transition.', examples: ['p12'] });

export const proposalShape = z
  .object({
    proposal: thingId,
    kind: z.enum(['position', 'transition']),
    id,
    name: exampleText('Lasso half guard'),
    state: z.enum(mapStates),
    proposer: username.nullable(),
    reason: z.string().nullable().describe('Why it was declined.'),
    createdAt: moment,
    decidedAt: moment.nullable(),
  })
  .meta({ id: 'MapProposal' });

const iso = (time: string) => new Date(time).toISOString();

export const proposalJson = (line: ListedProposal): z.output<typeof proposalShape> => ({
  proposal: thingText(line),
  kind: line.kind,
  id: line.id,
  name: line.name,
  state: line.state,
  proposer: line.proposer,
  reason: line.reason,
  createdAt: iso(line.createdAt),
  decidedAt: line.decidedAt && iso(line.decidedAt),
});
