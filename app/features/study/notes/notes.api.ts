import { z } from 'zod';
import { answer, api, member } from '../../../http/api/api.server.ts';
import { findCard } from '../../library/catalog/cards.server.ts';
import { noSuchItem } from '../../library/items/item.schema.ts';
import { addNote } from './add-note.server.ts';
import { noteSchema, noteShape } from './note.schema.ts';
import { noteJson, notesOf } from './notes.server.ts';

const call = api({
  GET: member(
    {
      summary: 'List one’s own notes about an item',
      details: 'In the order of its video. Only their author reads them.',
      responses: { 200: z.array(noteShape) },
      errorResponses: { 404: noSuchItem },
    },
    async (scope, { id }) => (await notesOf(scope, (await findCard(scope, id())).id)).map(noteJson),
  ),
  POST: member(
    {
      summary: 'Write a note about an item',
      body: noteSchema,
      example: { seconds: 192, text: 'Hide the elbow before the knee moves.' },
      rateLimits: ['note'],
      responses: { 201: noteShape },
      errorResponses: { 403: 'The item is locked.', 404: noSuchItem },
    },
    async (scope, { id, body }) => answer(201, noteJson(await addNote(scope, id(), await body()))),
  ),
});
export const loader = call.loader;
export const action = call.action;
