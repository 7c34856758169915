import { money } from '../../../../ui/money.ts';
import { counted } from '../../../../ui/number.ts';
import { creatorShareCents } from '../../ledger/share.ts';
import type { RequestTransition } from './may-transition.ts';

interface TransitionTexts {
  label: string;
  title: string;
  text: string;
  confirm: string;
  done: string;
  danger?: boolean;
  /** The label of a note to the other side. The note is optional unless `needsNote` is set. */
  note?: string;
  needsNote?: boolean;
}

interface About {
  other: string;
  priceCents: number;
  days: number;
  state: string;
}

export function transitionTexts(
  transition: RequestTransition,
  { other, priceCents, days, state }: About,
): TransitionTexts {
  const price = money(priceCents);
  switch (transition) {
    case 'accept':
      return {
        label: 'Accept',
        title: 'Accept this request?',
        text: `${other} then has 72 hours to pay ${price}. You then have ${counted(days, 'day')} to deliver, or ${other} is refunded. Your share is ${money(creatorShareCents(priceCents))}.`,
        confirm: 'Accept the request',
        done: 'Accepted',
        note: `To ${other} (optional)`,
      };
    case 'decline':
      return {
        label: 'Decline',
        title: 'Decline this request?',
        text: 'No one has been charged.',
        confirm: 'Decline the request',
        done: 'Declined',
        danger: true,
        note: `To ${other} (optional)`,
      };
    case 'withdraw':
      return {
        label: 'Withdraw',
        title: 'Withdraw this request?',
        text: 'No one has been charged.',
        confirm: 'Withdraw the request',
        done: 'Withdrawn',
        danger: true,
      };
    case 'cancel':
      return {
        label: 'Cancel the request',
        title: 'Cancel this request?',
        text:
          state === 'paid'
            ? `${other} gets the full ${price} back, and your share is taken back. You keep the draft.`
            : 'No one has been charged. You keep the draft.',
        confirm: 'Cancel the request',
        done: 'Cancelled',
        danger: true,
        note: `To ${other} (optional)`,
      };
    case 'deliver':
      return {
        label: 'Deliver',
        title: 'Deliver it now?',
        text: `${other} gets access now and keeps it for good. You can add files later, but not remove any.`,
        confirm: 'Deliver it',
        done: 'Delivered',
        note: `To ${other} (optional)`,
      };
    case 'confirm':
      return {
        label: 'Accept',
        title: 'Is it what you asked for?',
        text: `${other} gets their share. You cannot report a problem after that.`,
        confirm: 'Accept it',
        done: 'Done',
        note: `To ${other} (optional)`,
      };
    case 'dispute':
      return {
        label: 'Report a problem',
        title: 'Is it not what you asked for?',
        text: `We compare your request with what was delivered and decide whether to refund your ${price}. ${other} can read what you write.`,
        confirm: 'Send it to us',
        done: 'Sent',
        danger: true,
        note: 'What is wrong with it?',
        needsNote: true,
      };
    case 'publish':
      return {
        label: 'Make it public',
        title: 'Make it public?',
        text:
          state === 'refunded'
            ? 'The payment was refunded, so it belongs to you. It will be public on your page, with its title and tier. We don’t show who asked for it.'
            : `It becomes public on the creator’s page, with its title and tier, once ${other} agrees. We don’t show who asked for it, and the member who paid keeps it.`,
        confirm: state === 'refunded' ? 'Make it public' : 'I agree',
        done: state === 'refunded' ? 'It is public' : 'You agree to make it public',
      };
    default:
      return {
        label: 'Keep it private',
        title: 'Keep it private after all?',
        text: 'You withdraw your consent to make it public. Nothing else changes.',
        confirm: 'Keep it private',
        done: 'It stays private',
      };
  }
}
