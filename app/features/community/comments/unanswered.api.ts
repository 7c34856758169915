import { z } from 'zod';
import { api, member } from '../../../http/api/api.server.ts';
import type { Description } from '../../../http/api/description.ts';
import { listAnswer, requestedSize } from '../../../http/api/list-call.server.ts';
import { commentShape } from './comment.schema.ts';
import { commentJson } from './comments.server.ts';
import { listUnanswered } from './unanswered.server.ts';

const listing = {
  summary: 'List the questions that wait for an answer',
  details:
    'Comments with a question mark on the caller’s items, which they have not answered; the newest first.',
  isPaged: true,
  responses: { 200: z.array(commentShape) },
} satisfies Description;

const call = api({
  GET: member(listing, async (scope, { url }) => {
    const asked = { size: requestedSize(url), after: url.searchParams.get('cursor') };
    const page = await listUnanswered(scope, asked);
    return listAnswer(
      scope,
      url,
      page.items.map(({ title: _, ...comment }) => commentJson(comment)),
      page.after,
    );
  }),
});
export const loader = call.loader;
export const action = call.action;
