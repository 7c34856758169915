import { z } from 'zod';
import { api, everyone } from '../../../http/api/api.server.ts';
import { exampleText } from '../../core/schemas/response-shapes.ts';
import { noSuchItem } from '../items/item.schema.ts';
import { findItem } from '../items/item.server.ts';
import { stepOf } from '../items/step.ts';
import { chaptersOf } from './chapters.ts';

const chapterShape = z
  .object({
    seconds: z
      .int()
      .min(0)
      .meta({ description: 'From the beginning of the first video.', examples: [4] }),
    title: exampleText('Grip the sleeve'),
  })
  .meta({ id: 'Chapter' });

const call = api({
  GET: everyone(
    {
      summary: 'List the chapters of an item’s video',
      details:
        'The steps that begin with a time, such as `0:04 Grip the sleeve`. Of a locked item only those that its page shows.',
      responses: { 200: z.array(chapterShape) },
      errorResponses: { 404: noSuchItem },
    },
    async (scope, { id }) => chaptersOf((await findItem(scope, id())).steps.map(stepOf)),
  ),
});
export const loader = call.loader;
export const action = call.action;
