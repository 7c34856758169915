import { z } from 'zod';
import { answer, api, member } from '../../../http/api/api.server.ts';
import type { Description } from '../../../http/api/description.ts';
import { listAnswer, requestedSize } from '../../../http/api/list-call.server.ts';
import { exampleText, id, moment } from '../../core/schemas/response-shapes.ts';
import { dueAt } from './deadline.ts';
import { outcomes, reasonNames, subjectKinds } from './outcomes.ts';
import { listOwnReports } from './own-reports.server.ts';
import { reportSchema, subjectSchema } from './report.schema.ts';
import { fileReport } from './report.server.ts';

const report = z
  .object({
    id,
    kind: z.enum(subjectKinds),
    name: exampleText('Knee cut from half guard').describe('What it was called when it was reported.'),
    reason: z.enum(reasonNames),
    details: exampleText('The same video twice.').nullable(),
    createdAt: moment,
    dueAt: moment.describe('Until then it is decided.'),
    outcome: z.enum(outcomes).nullable().describe('Null while it is open.'),
    isUndone: z.boolean(),
  })
  .meta({ id: 'Report' });

const listing = {
  summary: 'List the reports one has sent',
  details: 'The newest first.',
  isPaged: true,
  responses: { 200: z.array(report) },
} satisfies Description;

const filed = z.object({ id, isNew: z.boolean() });

const reporting = {
  summary: 'Report what breaks the rules',
  details:
    'One thing: `content`, `review`, `message` or `comment` by its id, or `creator` by username. 200 instead of 201 when one’s report about it is still open. `details` are needed with the reason `other`.',
  body: reportSchema.and(subjectSchema),
  example: { content: 42, reason: 'spam' },
  rateLimits: ['report'],
  responses: { 200: filed, 201: filed },
  errorResponses: {
    403: 'It is one’s own.',
    404: 'There is no such thing, or it is not shown to this member.',
  },
} satisfies Description;

const call = api({
  GET: member(listing, async (scope, { url }) => {
    const page = await listOwnReports(scope, {
      size: requestedSize(url),
      after: url.searchParams.get('cursor'),
    });
    const reports = page.items.map(({ openedAt, createdAt, ...report }) => ({
      ...report,
      createdAt: new Date(createdAt).toISOString(),
      dueAt: dueAt(openedAt).toISOString(),
    }));
    return listAnswer(scope, url, reports, page.after);
  }),
  POST: member(reporting, async (scope, { body }) => {
    const { reason, details, ...asked } = await body();
    const { id, isNew } = await fileReport(scope, asked, { reason, details });
    return answer(isNew ? 201 : 200, { id, isNew });
  }),
});
export const loader = call.loader;
export const action = call.action;
