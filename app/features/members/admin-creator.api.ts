import { json } from '@remix-run/node';
import { admin, api, type CallRequest } from '../../http/api.server.ts';
import { askedSize, nextLink } from '../../http/list-call.server.ts';
import type { AdminScope } from '../../scope.ts';
import { itemJson } from '../content/item-json.server.ts';
import { deleteMember } from './anonymise.server.ts';
import { memberPatch } from './edit-member.schema.ts';
import { updateMember } from './edit-member.server.ts';
import { madeBy, memberDetails } from './member-details.server.ts';
import { memberJson } from './member-list.server.ts';

/** The details; where the content goes on, its next page is named in a Link header. */
async function details(scope: AdminScope, { id, url }: Pick<CallRequest, 'id' | 'url'>) {
  const member = memberJson(scope, await memberDetails(scope, id()));
  const page = await madeBy(scope, id(), { size: askedSize(url), after: url.searchParams.get('cursor') });
  const content = page.items.map((card) => ({ ...itemJson(scope, card), status: card.status }));
  return json({ ...member, content }, { headers: nextLink(scope, url, page.after) });
}

const call = api({
  GET: admin(details),
  PUT: admin(async (scope, request) => {
    const patch = await request.body(memberPatch);
    await updateMember(scope, request.id(), () => patch);
    return details(scope, request);
  }),
  DELETE: admin((scope, { id }) => deleteMember(scope, id())),
});
export const loader = call.loader;
export const action = call.action;
