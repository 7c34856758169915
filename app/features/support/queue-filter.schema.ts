import { z } from 'zod';
import { topicNames } from './words.ts';

export const shows = ['open', 'late', 'answered', 'closed'] as const;
export type Show = (typeof shows)[number];

/** The query of the queue; what does not fit is left out. */
export const queueFilterSchema = z.object({
  show: z.enum(shows).catch('open'),
  topic: z.enum(topicNames).nullable().catch(null),
});
