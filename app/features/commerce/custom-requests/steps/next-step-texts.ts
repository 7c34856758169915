import type { ContentStatus } from '../../../../domain/content-terms.ts';
import { deadlineOf } from '../../../../ui/date.ts';
import { money } from '../../../../ui/money.ts';
import { creatorShareCents } from '../../ledger/share.ts';
import type { Side } from './may-transition.ts';
import type { RequestState } from './states.ts';

interface Standing {
  state: RequestState;
  side: Side;
  other: string;
  priceCents: number;
  dueAt: string | null;
  refundedAt: string | null;
  wasPaid: boolean;
  itemStatus: ContentStatus | null;
}

export function nextStepText(standing: Standing): string {
  const { state, side, other, priceCents, dueAt, refundedAt, wasPaid, itemStatus } = standing;
  const until = dueAt ? deadlineOf(dueAt) : '';
  const price = money(priceCents);
  const share = money(creatorShareCents(priceCents));
  const isCreator = side === 'creator';
  switch (state) {
    case 'asked':
      return isCreator
        ? `Please accept or decline by ${until}. Your share of ${price} is ${share}.`
        : `${other} answers by ${until}. Nothing is charged before you pay.`;
    case 'accepted':
      return isCreator
        ? `${other} has until ${until} to pay. Begin when it is paid.`
        : `Pay ${price} by ${until}, and the work begins. Nothing is charged before.`;
    case 'paid':
      return isCreator
        ? `Put pictures or a film into the draft and deliver it by ${until}. After that the money goes back.`
        : `${other} delivers by ${until}. If not, all of your ${price} goes back by itself.`;
    case 'delivered':
      return isCreator
        ? `${other} can object until ${until}. After that your share of ${share} can be paid out.`
        : `It is yours for good. Not what you asked for? Say so by ${until}; after that it counts as accepted.`;
    case 'disputed':
      return isCreator
        ? `We look at it and decide. Your share of ${share} waits until then.`
        : `We look at it and decide whether your ${price} goes back.`;
    case 'done':
      return isCreator ? `Your share of ${share} can be paid out.` : 'It stays yours, whatever your plan.';
    default: {
      const words = back({ isCreator, price, isBack: refundedAt !== null, wasPaid });
      const isTheirs = isCreator && state === 'refunded' && itemStatus === 'private';
      return isTheirs ? `${words} What you made is yours alone, and yours to make public.` : words;
    }
  }
}

function back({
  isCreator,
  price,
  isBack,
  wasPaid,
}: Record<'isCreator' | 'isBack' | 'wasPaid', boolean> & { price: string }) {
  if (!wasPaid) return 'Nothing was charged.';
  if (isCreator)
    return isBack ? 'Everything went back to who paid it.' : 'Everything goes back to who paid it.';
  return isBack
    ? `All of your ${price} went back to the card that paid.`
    : `All of your ${price} goes back to the card that paid.`;
}
