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
        : `${other} has until ${until} to answer. You pay nothing before that.`;
    case 'accepted':
      return isCreator
        ? `${other} has until ${until} to pay. Start once it is paid.`
        : `Pay ${price} by ${until}, and the work begins. You are not charged before that.`;
    case 'paid':
      return isCreator
        ? `Add pictures or a video to the draft and deliver it by ${until}. After that, ${other} is refunded.`
        : `${other} delivers by ${until}. If not, your ${price} is refunded automatically.`;
    case 'delivered':
      return isCreator
        ? `${other} has until ${until} to report a problem. After that, your share of ${share} can be paid out.`
        : `It is yours for good. Not what you asked for? Report a problem by ${until}; after that, it counts as accepted.`;
    case 'disputed':
      return isCreator
        ? `We will look at it and decide. Your share of ${share} is on hold until then.`
        : `We will look at it and decide whether to refund your ${price}.`;
    case 'done':
      return isCreator ? `Your share of ${share} can be paid out.` : 'It is yours to keep, on any plan.';
    default: {
      const words = back({ isCreator, price, isBack: refundedAt !== null, wasPaid });
      const isTheirs = isCreator && state === 'refunded' && itemStatus === 'private';
      return isTheirs ? `${words} What you made belongs to you, and you can make it public.` : words;
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
  if (isCreator) return isBack ? 'The payment was refunded.' : 'The payment is being refunded.';
  return isBack
    ? `Your ${price} was refunded to your card.`
    : `Your ${price} is being refunded to your card.`;
}
