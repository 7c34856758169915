import { z } from 'zod';
import { topicNames } from '../../../domain/support-topics.ts';

export const shows = ['open', 'late', 'answered', 'closed'] as const;
export type Show = (typeof shows)[number];

/** The query of the queue; values that do not fit are ignored. */
export const queueFilterSchema = z.object({
  show: z.enum(shows).catch('open'),
  topic: z.enum(topicNames).nullable().catch(null),
});
