import { z } from 'zod';
import { api, member } from '../../../http/api/api.server.ts';
import { listAnswer, requestedSize } from '../../../http/api/list-call.server.ts';
import { noteShape, searchSchema } from './note.schema.ts';
import { listNotes, noteJson } from './notes.server.ts';

const call = api({
  GET: member(
    {
      summary: 'List all one’s own notes, the newest first',
      details: 'With `search` those in which, or in whose item’s title, each of its words occurs.',
      query: searchSchema,
      isPaged: true,
      responses: { 200: z.array(noteShape) },
    },
    async (scope, { url, query }) => {
      const page = await listNotes(scope, {
        size: requestedSize(url),
        after: url.searchParams.get('cursor'),
        ...query(),
      });
      return listAnswer(scope, url, page.items.map(noteJson), page.after);
    },
  ),
});
export const loader = call.loader;
export const action = call.action;
