import { letter } from '../../mail/letter.ts';
import { counted } from '../../ui/number.ts';
import { supportEmail } from '../site/contact.ts';
import { nameOf } from './words.ts';

/** What the mails about questions say. What people wrote stands in the text alone. */

interface Answered {
  id: number;
  /** What they asked, in their own short words. */
  subject: string;
  answer: string;
}

/** To a member: the answer, and where to go on. */
export const memberLetter = (firstName: string, { subject, answer }: Answered, thread: string) =>
  letter(
    firstName,
    'Our answer to your question',
    `you asked us about “${subject}”. This is our answer:`,
    answer,
    'Is something left? Write back in your account, where the whole conversation stands:',
    thread,
  );

/** To a visitor, who has nothing but this mail. */
export const visitorLetter = (name: string, { id, subject, answer }: Answered, contact: string) =>
  letter(
    name,
    'Our answer to your question',
    `you asked us about “${subject}”. This is our answer:`,
    answer,
    `Is something left? Write to ${supportEmail} or use the form again, and name this: ${nameOf(id)}.`,
    contact,
    'You never asked us anything? Then somebody mistyped their address, and there is nothing to do.',
  );

/** To the admins, at most once an hour. */
export const watchLetter = (
  firstName: string,
  { soon, late }: { soon: number; late: number },
  queue: string,
) =>
  letter(
    firstName,
    'Questions to support are due',
    [
      soon > 0 && `${counted(soon, 'question')} must be answered within four hours.`,
      late > 0 && `${counted(late, 'question')} should have been answered already.`,
    ]
      .filter(Boolean)
      .join(' '),
    queue,
  );
