import { z } from 'zod';
import { api, member } from '../../../http/api/api.server.ts';
import { listAnswer, requestedSize } from '../../../http/api/list-call.server.ts';
import { exampleText, id, moment } from '../../core/schemas/response-shapes.ts';
import { clearHistory, isPaused, listHistory, setPaused } from './history.server.ts';
import { historyJson } from './history-json.ts';
import { pausedSchema, progressShape } from './progress.schema.ts';

const entryShape = progressShape
  .extend({ contentId: id, title: exampleText('Knee cut from half guard'), lastAt: moment })
  .extend({ locked: z.boolean().describe('True when the caller may no longer open it.') })
  .meta({ id: 'HistoryEntry' });

const pausedShape = z.object({ paused: z.boolean() });

const call = api({
  GET: member(
    {
      summary: 'List what one opened, the last first',
      isPaged: true,
      responses: { 200: z.array(entryShape) },
    },
    async (scope, { url }) => {
      const page = await listHistory(scope, {
        size: requestedSize(url),
        after: url.searchParams.get('cursor'),
      });
      return listAnswer(scope, url, page.items.map(historyJson), page.after);
    },
  ),
  PATCH: member(
    {
      summary: 'Pause the history, or go on with it',
      body: pausedSchema,
      example: { paused: true },
      responses: { 200: pausedShape },
    },
    async (scope, { body }) => {
      await setPaused(scope, (await body()).paused);
      return { paused: await isPaused(scope) };
    },
  ),
  DELETE: member(
    {
      summary: 'Clear the history',
      details: 'What is marked as seen stays so.',
      responses: { 204: null },
    },
    clearHistory,
  ),
});
export const loader = call.loader;
export const action = call.action;
