import { emailText } from '../../../mail/email-text.ts';

/** Emails about an account. Subjects contain nothing that a person typed. */

interface About {
  firstName: string;
  username: string;
}

export const verificationEmail = ({ firstName, username }: About, link: string) =>
  emailText(
    firstName,
    'Please confirm your email address',
    'Welcome to Summa! Please confirm that this is your address. With it you can get back in when you forget your password.',
    link,
    `The link is good for one day. It belongs to the account @${username}. If that is not yours, somebody mistyped their address: leave the link alone and nothing happens.`,
  );

export const resetEmail = ({ firstName, username }: About, link: string) =>
  emailText(
    firstName,
    'Choose a new password',
    `Here is the link with which you choose a new password for your account @${username}:`,
    link,
    'It is good for one hour and works once. If you did not ask for it, leave it alone: your password stays as it is.',
  );

export const changeEmail = ({ firstName, username }: About, link: string) =>
  emailText(
    firstName,
    'Please confirm your new email address',
    `You asked to move your account @${username} to this address. One step is left:`,
    link,
    'The link is good for one day. Until then everything goes to your old address. If you did not ask for this, leave the link alone and nothing happens.',
  );

export const addressTakenEmail = (forgotAddress: string) =>
  emailText(
    null,
    'You already have an account',
    'Somebody asked to use this address for another account on Summa. It already belongs to one, so nothing was changed.',
    'If it was you and you no longer know the password of this account, choose a new one here:',
    forgotAddress,
    'If it was not you, there is nothing to do.',
  );

export const leavingEmail = ({ firstName, username }: About, newEmail: string, link: string) =>
  emailText(
    firstName,
    'Somebody wants to change your email address',
    `Your account @${username} is about to move to ${masked(newEmail)}. If that is you, there is nothing to do.`,
    'If it is not you, somebody knows your password. Stop it here; you then choose a new password:',
    link,
  );

/** `link` is null when the old email was never verified; it must not give access then. */
export const addressLeftEmail = ({ firstName, username }: About, newEmail: string, link: string | null) =>
  emailText(
    firstName,
    'Your email address was changed',
    `Your account @${username} now belongs to ${masked(newEmail)}, and this was our last mail to you here. If that was you, there is nothing to do.`,
    ...(link
      ? [
          'If it was not you, take it back within seven days. Every browser is then signed out, and you choose a new password:',
          link,
        ]
      : []),
  );

export const passwordEmail = ({ firstName, username }: About, forgotAddress: string) =>
  emailText(
    firstName,
    'Your password was changed',
    `The password of your account @${username} was changed just now, and every other browser was signed out.`,
    'If that was not you, choose a new one at once:',
    forgotAddress,
  );

const factorNews = {
  on: ['Your second factor is on', 'Signing in now asks for a code of your app, besides the password, at'],
  off: ['Your second factor is off', 'Signing in asks for nothing but the password again, at'],
  codes: ['You have new recovery codes', 'The older recovery codes do not work any more, at'],
  used: ['A recovery code was used', 'Somebody signed in with the password and a recovery code, at'],
  reset: [
    'Your second factor was reset',
    'We switched the second factor off and signed every browser out, at',
  ],
} as const;
export type FactorNews = keyof typeof factorNews;

export const factorEmail = ({ firstName, username }: About, news: FactorNews, forgotAddress: string) =>
  emailText(
    firstName,
    factorNews[news][0],
    `${factorNews[news][1]} your account @${username}.`,
    'If you know of this, there is nothing to do. If not, choose a new password at once, and then look at Security in your account:',
    forgotAddress,
  );

/** The owner recognizes the email; others cannot write to it. */
const masked = (email: string) => `${email.slice(0, 1)}***${email.slice(email.lastIndexOf('@'))}`;
