import { z } from 'zod';
import { admin, api } from '../../../http/api/api.server.ts';
import type { Description } from '../../../http/api/description.ts';
import { listAnswer, requestedSize } from '../../../http/api/list-call.server.ts';
import { lineJson, lineShape } from './request-json.ts';
import { listAllRequests } from './view.server.ts';

const listing = {
  summary: 'List requests',
  details: 'Those in dispute, the longest waiting first, or with `show=all` all of them, the latest first.',
  query: z.object({
    show: z.enum(['disputed', 'all']).optional(),
    limit: z.string().optional(),
    cursor: z.string().optional(),
  }),
  isPaged: true,
  responses: { 200: z.array(lineShape) },
} satisfies Description;

const call = api({
  GET: admin(listing, async (scope, { url, query }) => {
    const { show = 'disputed' } = query();
    const page = await listAllRequests(scope, {
      show,
      size: requestedSize(url),
      after: url.searchParams.get('cursor'),
    });
    return listAnswer(scope, url, page.items.map(lineJson), page.after);
  }),
});
export const loader = call.loader;
export const action = call.action;
