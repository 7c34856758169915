import { answer, api, member } from '../../http/api.server.ts';
import { askedSize, listAnswer } from '../../http/list-call.server.ts';
import { dueAt } from './deadline.ts';
import { listOwnReports } from './own-reports.server.ts';
import { reportSchema, subjectSchema } from './report.schema.ts';
import { fileReport } from './report.server.ts';

const call = api({
  GET: member(async (scope, { url }) => {
    const page = await listOwnReports(scope, { size: askedSize(url), after: url.searchParams.get('cursor') });
    const reports = page.items.map(({ openedAt, createdAt, ...report }) => ({
      ...report,
      createdAt: new Date(createdAt).toISOString(),
      dueAt: dueAt(openedAt).toISOString(),
    }));
    return listAnswer(scope, url, reports, page.after);
  }),
  /** 201 for a new report; 200 with the same shape when this member's report about it is still open. */
  POST: member(async (scope, { body }) => {
    const { reason, details, ...asked } = await body(reportSchema.and(subjectSchema));
    const { id, isNew } = await fileReport(scope, asked, { reason, details });
    return answer(isNew ? 201 : 200, { id, isNew });
  }),
});
export const loader = call.loader;
export const action = call.action;
