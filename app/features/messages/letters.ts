import { letter } from '../../mail/letter.ts';
import { counted } from '../../ui/number.ts';

/** Says that something waits, and from whom; what was written stands on the site alone. */
export const unreadLetter = (
  firstName: string,
  { other, unread }: { other: string; unread: number },
  { conversation, setting }: { conversation: string; setting: string },
) =>
  letter(
    firstName,
    'You have unread messages',
    `${counted(unread, 'message')} from ${other} ${unread === 1 ? 'waits' : 'wait'} for you:`,
    conversation,
    `You do not want these mails? Turn them off here: ${setting}`,
  );
