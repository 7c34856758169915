import { z } from 'zod';
import { db, sql } from '../../../db/kysely.server.ts';
import type { Listener } from '../../../db/listen.server.ts';
import type { MemberScope } from '../../../scope.ts';
import type { ViewCounter } from '../../library/items/views.server.ts';
import type { ProgressKeeper } from './progress-keeper.server.ts';

const channel = 'progress';
const forgetMessageSchema = z.strictObject({
  memberId: z.number(),
  contentId: z.number().optional(),
  until: z.number(),
});

/** Forgets what waits in any web process and would bring back what a member is about to clear, of all items or of one:
 *  that they opened it, and estimates of where they left it. */
export async function forgetWaiting(
  { em, viewer, progress, now }: MemberScope,
  contentId?: number,
): Promise<void> {
  const forgotten = { memberId: viewer.id, contentId, until: now().getTime() };
  progress.forget(forgotten);
  await db(em)
    .selectNoFrom(sql`pg_notify(${channel}, ${JSON.stringify(forgotten)})`.as('said'))
    .execute();
}

/** Forgets in this process what `forgetWaiting` forgets in another. */
export const hearForgotten = (
  listener: Listener | null,
  { progress, views }: { progress: ProgressKeeper; views: ViewCounter },
) =>
  listener?.on(channel, (payload) => {
    const forgotten = forgetMessageSchema.parse(JSON.parse(payload));
    progress.forget(forgotten);
    views.forget(forgotten);
  });
