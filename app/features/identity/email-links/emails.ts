import { emailText } from '../../../mail/email-text.ts';
import { readableEmail } from '../accounts/email-address.ts';

/** Emails about an account. Subjects contain nothing that a person typed. */

interface About {
  firstName: string;
  username: string;
}

export const verificationEmail = ({ firstName, username }: About, link: string) =>
  emailText(
    firstName,
    'Please confirm your email address',
    'Welcome to Summa! Please confirm that this is your address. It lets you back in if you forget your password.',
    link,
    `The link works for one day and belongs to the account @${username}. If that is not your account, someone mistyped their address and you can ignore this email.`,
  );

export const resetEmail = ({ firstName, username }: About, link: string) =>
  emailText(
    firstName,
    'Choose a new password',
    `Use this link to choose a new password for your account @${username}:`,
    link,
    'It works once, within one hour. If you did not ask for it, ignore this email: your password has not changed.',
  );

export const changeEmail = ({ firstName, username }: About, link: string) =>
  emailText(
    firstName,
    'Please confirm your new email address',
    `You asked to use this address for your account @${username}. One step left:`,
    link,
    'The link works for one day. Until you confirm, we keep using your old address. If you did not ask for this, ignore this email.',
  );

export const addressTakenEmail = (forgotAddress: string) =>
  emailText(
    null,
    'You already have an account',
    'Someone tried to use this address for another account on Summa. It already belongs to an account, so nothing was changed.',
    'If it was you and you have forgotten your password, choose a new one here:',
    forgotAddress,
    'If it was not you, you can ignore this email.',
  );

export const leavingEmail = ({ firstName, username }: About, newEmail: string, link: string) =>
  emailText(
    firstName,
    'Your email address is about to change',
    `Your account @${username} is about to use ${masked(newEmail)} instead. If you asked for this, you don’t need to do anything.`,
    'If you did not, someone knows your password. Stop the change here and choose a new password:',
    link,
  );

/** `link` is null when the old email was never verified; it must not give access then. */
export const addressLeftEmail = ({ firstName, username }: About, newEmail: string, link: string | null) =>
  emailText(
    firstName,
    'Your email address was changed',
    `Your account @${username} now uses ${masked(newEmail)}, and this is our last email to this address. If you asked for this, you don’t need to do anything.`,
    ...(link
      ? [
          'If you did not, undo it within seven days. We then sign out every browser, and you choose a new password:',
          link,
        ]
      : []),
  );

export const passwordEmail = ({ firstName, username }: About, forgotAddress: string) =>
  emailText(
    firstName,
    'Your password was changed',
    `The password of your account @${username} was changed just now, and every other browser was signed out.`,
    'If that was not you, choose a new one right away:',
    forgotAddress,
  );

const factorNews = {
  on: [
    'Your second factor is on',
    'You now need a code from your app as well as your password to sign in to',
  ],
  off: ['Your second factor is off', 'You now need only your password to sign in to'],
  codes: ['You have new recovery codes', 'The old recovery codes no longer work for'],
  used: ['A recovery code was used', 'Someone used the password and a recovery code to sign in to'],
  reset: [
    'Your second factor was reset',
    'We switched off the second factor and signed out every browser of',
  ],
} as const;
export type FactorNews = keyof typeof factorNews;

export const factorEmail = ({ firstName, username }: About, news: FactorNews, forgotAddress: string) =>
  emailText(
    firstName,
    factorNews[news][0],
    `${factorNews[news][1]} your account @${username}.`,
    'If this was you, you don’t need to do anything. If not, choose a new password right away, then check Security in your account:',
    forgotAddress,
  );

/** The owner recognizes the email; others cannot write to it. */
const masked = (email: string) =>
  `${email.slice(0, 1)}***${readableEmail(email).slice(email.lastIndexOf('@'))}`;
