import type { Em } from '../../db/orm.server.ts';
import { enqueue } from '../../db/queue.server.ts';
import type { Happening, NewItem } from './kinds.ts';

/**
 * Says that something happened of which members are to hear: call it in the transaction that makes it happen. It
 * only puts the job `write-notifications` into the queue, which looks at choices, blocks and early access, and
 * writes each of them once, however often it is told (decision 024).
 */
export const tell = (em: Em, ...happened: (Happening | NewItem)[]): Promise<void> =>
  enqueue(em, 'write-notifications', ...happened.map((each) => ({ ...each, at: each.at.toISOString() })));
