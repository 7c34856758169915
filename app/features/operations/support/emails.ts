import { supportEmail } from '../../../domain/contact.ts';
import { nameOf } from '../../../domain/support-topics.ts';
import { emailText } from '../../../mail/email-text.ts';
import { counted } from '../../../ui/number.ts';

/** What the emails about questions say; texts of members and visitors are only in the body. */

interface Answered {
  id: number;
  subject: string;
  answer: string;
}

export const memberEmail = (firstName: string, { subject, answer }: Answered, thread: string) =>
  emailText(
    firstName,
    'Our answer to your question',
    `you asked us about “${subject}”. This is our answer:`,
    answer,
    'Anything else? Reply in your account, where you’ll find the whole conversation:',
    thread,
  );

/** To a visitor, who has only this email. */
export const visitorEmail = (name: string, { id, subject, answer }: Answered, contact: string) =>
  emailText(
    name,
    'Our answer to your question',
    `you asked us about “${subject}”. This is our answer:`,
    answer,
    `Anything else? Write to ${supportEmail} or use the form again, and mention this reference: ${nameOf(id)}.`,
    contact,
    'If you never asked us anything, someone mistyped their address. You can ignore this email.',
  );

/** To the admins, at most once an hour. */
export const watchEmail = (
  firstName: string,
  { soon, late }: { soon: number; late: number },
  queue: string,
) =>
  emailText(
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
