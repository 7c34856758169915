import { z } from 'zod';
import { api, everyone } from '../../../http/api/api.server.ts';
import { count } from '../../core/schemas/response-shapes.ts';
import { platformStats } from './platform.server.ts';

const figures = z.object({
  totalCreators: count,
  totalContent: count,
  monthlyGrowth: z.int().meta({ description: 'What the last 30 days added, in percent.', examples: [25] }),
});

const call = api({
  GET: everyone(
    {
      summary: 'Read the figures of the platform',
      details: 'As they were within the last minute.',
      responses: { 200: figures },
    },
    platformStats,
  ),
});
export const loader = call.loader;
export const action = call.action;
