import type { Em } from '../../db/orm.server.ts';
import { enqueue } from '../../db/queue.server.ts';
import { tell } from '../notifications/tell.server.ts';
import type { RequestState } from './words.ts';

interface Told {
  id: number;
  requesterId: number;
  creatorId: number;
  title: string;
}

type Deed = 'asked' | 'accepted' | 'declined' | 'delivered' | 'cancelled' | 'disputed' | 'settled' | Missed;
type Missed = 'expired' | 'lapsed' | 'late';

/** What a step is called where members hear of it; of a payment the sale tells. */
const deeds: Record<RequestState, Deed | null> = {
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

/** Whoever did not do it hears of a step: a line on the site, and where money or work depends on it a mail. */
export async function tellStep(
  em: Em,
  { id, requesterId, creatorId, title }: Told,
  { to, by, at }: { to: RequestState; by: number | null; at: Date },
): Promise<void> {
  const deed = deeds[to];
  for (const hearer of [requesterId, creatorId]) {
    if (hearer === by || deed === null) continue;
    // An admin's decision is the house's.
    const isSide = by === requesterId || by === creatorId;
    const who = isSide && by !== null ? { by } : {};
    await tell(em, { kind: 'request', deed, to: hearer, about: id, title, at, ...who });
  }
  await enqueue(em, 'request-letters', { id, state: to, by });
}
