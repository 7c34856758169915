import type { Em } from '../../../db/orm.server.ts';
import { moveJob } from '../../../db/queue.server.ts';

/** The job that notifies an item's followers when its early access ends. */
export const opening = (id: number) => `new-item:${id}`;

/** Moves that job to the new end of early access; null means now. */
export const moveOpening = (em: Em, id: number, { to, now }: { to: Date | null; now: Date }) =>
  moveJob(em, { name: opening(id), at: to ?? now });
