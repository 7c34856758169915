import { z } from 'zod';
import { api, member } from '../../../http/api/api.server.ts';
import { exampleText, id } from '../../core/schemas/response-shapes.ts';
import { findCard } from '../catalog/cards.server.ts';
import { fullItemShape, noSuchItem } from '../items/item.schema.ts';
import { fullItemJson } from '../items/item-json.server.ts';
import { chooseLinks, findLinkable } from './choose.server.ts';
import { chooseSchema } from './link.schema.ts';
import { choicesIn } from './link-questions.ts';
import { questionsOf } from './questions.server.ts';

const waitingShape = z.object({
  question: z.enum(['startsIn', 'does', 'endsIn']),
  words: exampleText('meia guarda').describe('As they were written.'),
  candidates: z.array(
    z.object({
      id,
      kind: z.enum(['position', 'transition', 'term']),
      name: exampleText('half guard'),
      note: z.string().nullable(),
    }),
  ),
});
const onMapShape = z.object({
  map: fullItemShape.shape.map,
  waiting: z.array(waitingShape).describe('What is still to be chosen.'),
});

const errorResponses = { 403: 'It is another member’s, and one is no curator.', 404: noSuchItem };

const call = api({
  GET: member(
    { summary: 'Read where an item stands on the map', responses: { 200: onMapShape }, errorResponses },
    async (scope, { id }) => onMap(scope, (await findLinkable(scope, id())).id),
  ),
  POST: member(
    {
      summary: 'Say where an item stands on the map',
      details:
        'Names in any language, or ids; an empty text removes a link. `startsInIs`, `doesIs` and `endsInIs` choose what waiting words mean: `p12` a position, `t34` a transition, `m5` a term, `new` proposes the words as a new name.',
      body: chooseSchema,
      example: { startsIn: 'half guard', does: 'knee slice', endsIn: 'side control' },
      rateLimits: ['map proposal'],
      responses: { 200: onMapShape },
      errorResponses: {
        ...errorResponses,
        409: 'It was chosen in the meantime, or too many proposals wait.',
      },
    },
    async (scope, { id, body }) => {
      const { startsIn, does, endsIn, ...read } = await body();
      await chooseLinks(scope, id(), { asked: { startsIn, does, endsIn }, choices: choicesIn(read) });
      return onMap(scope, id());
    },
  ),
});

async function onMap(scope: Parameters<typeof findLinkable>[0], id: number) {
  const { map } = await fullItemJson(scope, await findCard(scope, id));
  const questions = await questionsOf(scope.em, id);
  const waiting = questions.flatMap(({ name, waiting }) => (waiting ? [{ question: name, ...waiting }] : []));
  return { map, waiting };
}

export const loader = call.loader;
export const action = call.action;
