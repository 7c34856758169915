import type { Em } from '../../../db/orm.server.ts';
import { enqueue } from '../../../db/queue.server.ts';
import type { NewItem, NotificationEvent } from './event-kinds.ts';

/** Queues notifications in the transaction of the event; the job writes each one once (ADR-024). */
export const notify = (em: Em, ...happened: (NotificationEvent | NewItem)[]): Promise<void> =>
  enqueue(em, 'write-notifications', ...happened.map((each) => ({ ...each, at: each.at.toISOString() })));
