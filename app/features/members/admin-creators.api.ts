import { admin, api } from '../../http/api.server.ts';
import { askedSize, listAnswer } from '../../http/list-call.server.ts';
import { memberFilters } from './member-list.schema.ts';
import { listMembers, memberJson } from './member-list.server.ts';

const call = api({
  GET: admin(async (scope, { url }) => {
    const { search } = memberFilters.parse(Object.fromEntries(url.searchParams));
    const page = await listMembers(scope, {
      ...{ show: 'creators', search },
      size: askedSize(url),
      after: url.searchParams.get('cursor'),
    });
    const creators = page.items.map((creator) => memberJson(scope, creator));
    return listAnswer(scope, url, creators, page.after);
  }),
});
export const loader = call.loader;
export const action = call.action;
