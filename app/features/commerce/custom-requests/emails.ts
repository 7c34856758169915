import { type EmailText, emailText } from '../../../mail/email-text.ts';
import { exactMomentOf } from '../../../ui/date.ts';
import { money } from '../../../ui/money.ts';
import type { Side } from './steps/may-transition.ts';
import type { RequestState } from './steps/states.ts';

export interface EmailOrder {
  id: number;
  state: RequestState | 'public';
  by: number | null;
}

interface About {
  firstName: string;
  /** The zone of the one who gets the email. */
  timeZone: string | null;
  other: string;
  title: string;
  priceCents: number;
  dueAt: string | null;
  wasPaid: boolean;
}

/** The email to one side about a step. Null when there is nothing to do and no money moves. */
export function requestEmail(state: RequestState, side: Side, about: About, link: string): EmailText | null {
  const { firstName, timeZone, other, title, priceCents, dueAt, wasPaid } = about;
  const price = money(priceCents);
  const until = dueAt ? exactMomentOf(dueAt, { zone: timeZone }) : '';
  const isCreator = side === 'creator';
  const say = (subject: string, text: string) => emailText(firstName, subject, `“${title}”`, text, link);
  switch (state) {
    case 'asked':
      return isCreator
        ? say(
            'Someone asks you for a technique',
            `${other} asks you to make this. Please answer by ${until}.`,
          )
        : null;
    case 'accepted':
      return isCreator
        ? null
        : say(
            'Your request was accepted',
            `${other} will make this for you. Please pay ${price} by ${until}. They start once you have paid.`,
          );
    case 'declined':
      return isCreator
        ? null
        : say('Your request was declined', `${other} declined your request. You have not been charged.`);
    case 'expired':
      return isCreator
        ? null
        : say('Your request was not answered', `${other} did not answer in time. You have not been charged.`);
    case 'paid':
      return isCreator
        ? say('A request is paid', `${other} has paid ${price}. Please deliver by ${until}.`)
        : null;
    case 'delivered':
      return isCreator
        ? null
        : say(
            'Your request is delivered',
            `${other} has made it, and it is yours for good. Not what you asked for? Report a problem by ${until}; after that, it counts as accepted.`,
          );
    case 'disputed':
      return isCreator
        ? say(
            'A request is in dispute',
            `${other} says it is not what they asked for. We will look at it and decide.`,
          )
        : null;
    case 'done':
      return isCreator ? say('A request is done', 'Your share can be paid out now.') : null;
    case 'cancelled':
    case 'late':
    case 'refunded': {
      const back = isCreator
        ? 'Your share has been taken back.'
        : `Your ${price} is being refunded to your card.`;
      const why = {
        cancelled: 'It was cancelled.',
        late: 'It was not delivered in time.',
        refunded: 'It was refunded.',
      }[state];
      return say('A request has ended', wasPaid ? `${why} ${back}` : why);
    }
    default:
      return null;
  }
}

export const publicEmail = (firstName: string, other: string, title: string, link: string) =>
  emailText(
    firstName,
    'A request may become public',
    `“${title}”`,
    `${other} would like to make it public. Nothing changes unless you agree:`,
    link,
  );

/** Sent to the admins, because only they can end a dispute. */
export const disputeEmail = (firstName: string, title: string, link: string) =>
  emailText(
    firstName,
    'A dispute needs your decision',
    `“${title}”`,
    'The member who asked for it says it is not what they asked for. The payment is on hold until you decide:',
    link,
  );
