import type { Em } from '../../../../db/orm.server.ts';
import { enqueue } from '../../../../db/queue.server.ts';
import { notify } from '../../../core/notifications/notify.server.ts';
import type { RequestState } from './states.ts';

interface RequestFacts {
  id: number;
  requesterId: number;
  creatorId: number;
  title: string;
}

type EventName =
  | 'asked'
  | 'accepted'
  | 'declined'
  | 'delivered'
  | 'cancelled'
  | 'disputed'
  | 'settled'
  | Missed;
type Missed = 'expired' | 'lapsed' | 'late';

/** The notification of each step. A payment has none here, because the sale has its own. */
const eventOfStep: Record<RequestState, EventName | null> = {
  asked: 'asked',
  accepted: 'accepted',
  paid: null,
  delivered: 'delivered',
  disputed: 'disputed',
  done: 'settled',
  declined: 'declined',
  withdrawn: 'cancelled',
  expired: 'expired',
  cancelled: 'cancelled',
  lapsed: 'lapsed',
  late: 'late',
  refunded: 'settled',
};

/** Notifies the sides that did not take the step, also by email when money or work depends on it. */
export async function notifyStep(
  em: Em,
  { id, requesterId, creatorId, title }: RequestFacts,
  { to, by, at }: { to: RequestState; by: number | null; at: Date },
): Promise<void> {
  const event = eventOfStep[to];
  for (const recipientId of [requesterId, creatorId]) {
    if (recipientId === by || event === null) continue;
    // Members see an admin's decision as one of Summa, without a name.
    const isSide = by === requesterId || by === creatorId;
    const who = isSide && by !== null ? { by } : {};
    await notify(em, { kind: 'request', event, to: recipientId, about: id, title, at, ...who });
  }
  await enqueue(em, 'request-emails', { id, state: to, by });
}
