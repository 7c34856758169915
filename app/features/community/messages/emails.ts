import { emailText } from '../../../mail/email-text.ts';
import { counted } from '../../../ui/number.ts';

/** Says that messages wait and from whom; it never quotes them. */
export const unreadEmail = (
  firstName: string,
  { other, unread }: { other: string; unread: number },
  { conversation, offAddress }: { conversation: string; offAddress: string },
) =>
  emailText(
    firstName,
    'You have unread messages',
    `${counted(unread, 'message')} from ${other} ${unread === 1 ? 'is' : 'are'} waiting for you:`,
    conversation,
    `Turn off these emails here, without signing in: ${offAddress}`,
  );
