import { z } from 'zod';
import { api, member } from '../../../http/api/api.server.ts';
import type { Description } from '../../../http/api/description.ts';
import { listAnswer, requestedSize } from '../../../http/api/list-call.server.ts';
import { exampleText } from '../../core/schemas/response-shapes.ts';
import { listBlocked } from './block.server.ts';

const listing = {
  summary: 'List the members that the caller has blocked',
  details: 'Each is unblocked by itself: `PATCH /api/messages/{username}` with `blocked: false`.',
  isPaged: true,
  responses: {
    200: z.array(z.object({ username: exampleText('sam_okafor'), name: exampleText('Sam Okafor') })),
  },
} satisfies Description;

const call = api({
  GET: member(listing, async (scope, { url }) => {
    const page = await listBlocked(scope, {
      size: requestedSize(url),
      after: url.searchParams.get('cursor'),
    });
    return listAnswer(
      scope,
      url,
      page.items.map(({ username, name }) => ({ username, name })),
      page.after,
    );
  }),
});
export const loader = call.loader;
export const action = call.action;
