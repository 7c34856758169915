import { z } from 'zod';
import { admin, api } from '../../../../http/api/api.server.ts';
import type { Description } from '../../../../http/api/description.ts';
import { listAnswer, requestedSize } from '../../../../http/api/list-call.server.ts';
import { memberShape } from '../member.schema.ts';
import { memberFilters } from '../member-list.schema.ts';
import { listMembers, memberJson } from '../member-list.server.ts';

const listing = {
  summary: 'List the creators',
  details: 'Who has published something, who joined last first. `search` looks in names and addresses.',
  query: memberFilters.pick({ search: true }),
  isPaged: true,
  responses: { 200: z.array(memberShape) },
} satisfies Description;

const call = api({
  GET: admin(listing, async (scope, { url, query }) => {
    const { search } = query();
    const page = await listMembers(scope, {
      show: 'creators',
      search,
      size: requestedSize(url),
      after: url.searchParams.get('cursor'),
    });
    const creators = page.items.map((creator) => memberJson(scope, creator));
    return listAnswer(scope, url, creators, page.after);
  }),
});
export const loader = call.loader;
export const action = call.action;
