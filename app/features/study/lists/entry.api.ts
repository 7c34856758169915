import { api, member } from '../../../http/api/api.server.ts';
import type { Description } from '../../../http/api/description.ts';
import { findOwnList } from './access.server.ts';
import { patchEntry, removeEntry } from './entries.server.ts';
import { findEntry } from './entry-list.server.ts';
import { entryPatch, listEntryShape } from './list.schema.ts';
import { entryJson } from './list-json.server.ts';

const noSuchEntry = 'There is no such list of one’s own, or no such entry on it.';
const changing = {
  summary: 'Change an entry of an own list',
  details: 'Its note, or its place from 1; missing fields stay. The entries between move by one place.',
  body: entryPatch,
  example: { position: 1 },
  rateLimits: ['list change'],
  responses: { 200: listEntryShape },
  errorResponses: { 404: noSuchEntry, 409: 'The list was changed since `version`.' },
} satisfies Description;

const call = api({
  PATCH: member(changing, async (scope, { id, longId, body }) => {
    await patchEntry(scope, { listId: id(), entryId: longId('entryId') }, await body());
    return entryJson(scope, await findEntry(scope, await findOwnList(scope, id()), longId('entryId')));
  }),
  DELETE: member(
    {
      summary: 'Take an entry off an own list',
      rateLimits: ['list change'],
      responses: { 204: null },
      errorResponses: { 404: noSuchEntry },
    },
    async (scope, { id, longId }) => {
      await removeEntry(scope, id(), longId('entryId'));
      return null;
    },
  ),
});
export const loader = call.loader;
export const action = call.action;
