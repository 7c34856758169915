import { json } from '@remix-run/node';
import { admin, api } from '../../../../http/api/api.server.ts';
import type { CallRequest } from '../../../../http/api/call-request.server.ts';
import type { Description } from '../../../../http/api/description.ts';
import { nextLink, requestedSize } from '../../../../http/api/list-call.server.ts';
import type { AdminScope } from '../../../../scope.ts';
import { itemJson } from '../../../library/items/item-json.server.ts';
import { deleteMember } from '../anonymise.server.ts';
import { memberPatch } from '../edit-member.schema.ts';
import { updateMember } from '../edit-member.server.ts';
import { memberDetailsShape } from '../member.schema.ts';
import { itemsBy, memberDetails } from '../member-details.server.ts';
import { memberJson } from '../member-list.server.ts';

/** Details of a creator; a Link header names the next page of the content. */
async function details(scope: AdminScope, { id, url }: Pick<CallRequest, 'id' | 'url'>) {
  const member = memberJson(scope, await memberDetails(scope, id()));
  const page = await itemsBy(scope, id(), {
    size: requestedSize(url),
    after: url.searchParams.get('cursor'),
  });
  const content = page.items.map((card) => ({ ...itemJson(scope, card), status: card.status }));
  return json({ ...member, content }, { headers: nextLink(scope, url, page.after) });
}

const reading = {
  summary: 'Read a creator',
  details: 'With a page of what they made, drafts included.',
  isPaged: true,
  responses: { 200: memberDetailsShape },
} satisfies Description;

const changing = {
  summary: 'Change a creator',
  details: 'Fields left out keep their value. Answers the same as reading.',
  body: memberPatch,
  example: { beltLevel: 'black', acceptsRequests: true },
  isPaged: true,
  responses: { 200: memberDetailsShape },
} satisfies Description;

const deleting = {
  summary: 'Delete a creator',
  details: 'Name and posts go from public view; money rows stay, without the name.',
  responses: { 204: null },
  errorResponses: { 422: 'It is oneself, or the last admin.' },
} satisfies Description;

const call = api({
  GET: admin(reading, details),
  PUT: admin(changing, async (scope, request) => {
    const patch = await request.body();
    await updateMember(scope, request.id(), () => patch);
    return details(scope, request);
  }),
  DELETE: admin(deleting, (scope, { id }) => deleteMember(scope, id())),
});
export const loader = call.loader;
export const action = call.action;
