import { answer, api, everyone, member } from '../../../http/api/api.server.ts';
import type { Description } from '../../../http/api/description.ts';
import { nextLink, requestedSize } from '../../../http/api/list-call.server.ts';
import { findList, findOwnList } from './access.server.ts';
import { listEntries, placeIn } from './entry-list.server.ts';
import { fullListShape, listPatch, listQuery, listShape, noSuchList } from './list.schema.ts';
import { entryJson, listJson } from './list-json.server.ts';
import { deleteList, patchList } from './lists.server.ts';
import { sectionsOf } from './sections/sections.server.ts';

const reading = {
  summary: 'Read a list',
  details:
    'With its sections and a page of its entries in order. A list that is open by link is read with the `key` of its address; any other list of another member is answered as one that does not exist.',
  query: listQuery,
  isPaged: true,
  responses: { 200: fullListShape },
  errorResponses: { 404: noSuchList },
} satisfies Description;

const changing = {
  summary: 'Change an own list',
  details: 'Missing fields stay. A list that stops being open by link gets another key the next time.',
  body: listPatch,
  example: { visibility: 'public' },
  rateLimits: ['list change'],
  responses: { 200: listShape },
  errorResponses: { 404: noSuchList, 409: 'It was changed since `version`.' },
} satisfies Description;

const call = api({
  GET: everyone(reading, async (scope, { id, url, query }) => {
    const { key = null, cursor = null } = query();
    const list = await findList(scope, id(), key);
    const { entries, after } = await listEntries(scope, list, {
      after: placeIn(cursor),
      size: requestedSize(url),
    });
    const sections = await sectionsOf(scope.em, list.id);
    const body = {
      ...listJson(scope, list),
      sections,
      entries: entries.map((entry) => entryJson(scope, entry)),
    };
    return answer(200, body, nextLink(scope, url, after === null ? null : String(after)));
  }),
  PATCH: member(changing, async (scope, { id, body }) => {
    await patchList(scope, id(), await body());
    return listJson(scope, await findOwnList(scope, id()));
  }),
  DELETE: member(
    { summary: 'Delete an own list', responses: { 204: null }, errorResponses: { 404: noSuchList } },
    async (scope, { id }) => {
      await deleteList(scope, id());
      return null;
    },
  ),
});
export const loader = call.loader;
export const action = call.action;
