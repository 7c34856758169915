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
        text: `${other} then has 72 hours to pay ${price}. From the payment on you have ${counted(days, 'day')}; what is not delivered by then is refunded. Your share is ${money(creatorShareCents(priceCents))}.`,
        confirm: 'Accept the request',
        done: 'Accepted',
        note: `To ${other} (optional)`,
      };
    case 'decline':
      return {
        label: 'Decline',
        title: 'Decline this request?',
        text: 'Nothing was charged, and nothing will be.',
        confirm: 'Decline the request',
        done: 'Declined',
        danger: true,
        note: `To ${other} (optional)`,
      };
    case 'withdraw':
      return {
        label: 'Withdraw',
        title: 'Withdraw this request?',
        text: 'Nothing was charged, and nothing will be.',
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
            ? `All of the ${price} goes back to ${other}, and your share is taken back. The draft stays yours.`
            : 'Nothing was charged, and nothing will be. The draft stays yours.',
        confirm: 'Cancel the request',
        done: 'Cancelled',
        danger: true,
        note: `To ${other} (optional)`,
      };
    case 'deliver':
      return {
        label: 'Deliver',
        title: 'Deliver it now?',
        text: `${other} opens it from now on and keeps it for good. Files can be added afterwards, but none taken out.`,
        confirm: 'Deliver it',
        done: 'Delivered',
        note: `To ${other} (optional)`,
      };
    case 'confirm':
      return {
        label: 'All is well',
        title: 'Is it what you asked for?',
        text: `${other} gets their share. You can say nothing against it afterwards.`,
        confirm: 'Yes, all is well',
        done: 'Done',
        note: `To ${other} (optional)`,
      };
    case 'dispute':
      return {
        label: 'Something is wrong',
        title: 'Is it not what you asked for?',
        text: `We look at what you asked for and at what was delivered, and decide whether your ${price} goes back. ${other} reads what you write.`,
        confirm: 'Send it to us',
        done: 'Sent',
        danger: true,
        note: 'What is not as you asked for?',
        needsNote: true,
      };
    case 'publish':
      return {
        label: 'Make it public',
        title: 'Let everybody see it?',
        text:
          state === 'refunded'
            ? 'What was paid went back, so it is yours alone: it becomes public on your page, under its title and tier. Who asked for it is not shown.'
            : `It becomes public once ${other} agrees, too: on the creator’s page, under its title and tier. Who asked for it is not shown, and the member who paid keeps it.`,
        confirm: state === 'refunded' ? 'Make it public' : 'I agree',
        done: state === 'refunded' ? 'It is public' : 'You agree to make it public',
      };
    default:
      return {
        label: 'Keep it private',
        title: 'Keep it private after all?',
        text: 'You take back that you agree to make it public. Nothing else changes.',
        confirm: 'Keep it private',
        done: 'It stays private',
      };
  }
}
