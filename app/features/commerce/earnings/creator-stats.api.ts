import { z } from 'zod';
import { api, member } from '../../../http/api/api.server.ts';
import { count, dollars } from '../../core/schemas/response-shapes.ts';
import { creatorStats } from './creator-stats.server.ts';

const figures = z
  .object({
    totalViews: count,
    totalLikes: count,
    totalContent: count,
    subscribers: count,
    totalEarnings: dollars.describe('One’s half of every sale, less what was refunded.'),
  })
  .meta({ id: 'CreatorStats' });

const call = api({
  GET: member({ summary: 'Read one’s own figures', responses: { 200: figures } }, creatorStats),
});
export const loader = call.loader;
export const action = call.action;
