import { z } from 'zod';
import { api, member } from '../../../http/api/api.server.ts';
import { count, exampleText, id } from '../../core/schemas/response-shapes.ts';
import { listsInProgress } from './in-progress.sql.server.ts';
import { listPath } from './paths.ts';

const most = 10;

const shape = z.object({
  id,
  title: exampleText('Half guard, first month'),
  url: exampleText('/lists/42'),
  seen: count,
  total: count,
  next: z.int().min(1).describe('The place of the first item that is not seen.'),
});

const call = api({
  GET: member(
    {
      summary: 'List the lists that the caller has begun',
      details:
        'Own and followed lists of which something is seen, but not all; the one they went on with last comes first. At most ten.',
      responses: { 200: z.array(shape) },
    },
    async ({ em, viewer }) => {
      const begun = await listsInProgress(em, viewer.id, most);
      return begun.map((list) => ({
        id: list.id,
        title: list.title,
        url: listPath(list),
        seen: list.seen,
        total: list.total,
        next: list.next,
      }));
    },
  ),
});
export const loader = call.loader;
export const action = call.action;
