import { api, member } from '../../../http/api/api.server.ts';
import { noteChangeSchema, noteShape } from './note.schema.ts';
import { changeNote, deleteNote, findNote, noteJson } from './notes.server.ts';

const noSuchNote = 'No note of one’s own has this id.';

const call = api({
  GET: member(
    {
      summary: 'Read one of one’s own notes',
      responses: { 200: noteShape },
      errorResponses: { 404: noSuchNote },
    },
    async (scope, { longId }) => noteJson(await findNote(scope, longId())),
  ),
  PATCH: member(
    {
      summary: 'Change one of one’s own notes',
      body: noteChangeSchema,
      example: { text: 'Hide the elbow first.' },
      rateLimits: ['note'],
      responses: { 200: noteShape },
      errorResponses: { 404: noSuchNote },
    },
    async (scope, { longId, body }) => noteJson(await changeNote(scope, longId(), await body())),
  ),
  DELETE: member(
    {
      summary: 'Delete one of one’s own notes',
      responses: { 204: null },
      errorResponses: { 404: noSuchNote },
    },
    (scope, { longId }) => deleteNote(scope, longId()),
  ),
});
export const loader = call.loader;
export const action = call.action;
