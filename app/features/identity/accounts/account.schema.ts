import { z } from 'zod';
import { asciiEmail } from './email-address.ts';
import { isReserved, plainLetters } from './name-shape.ts';

const minPasswordLength = 6;
export const passwordTooShort = 'Password must be at least 6 characters long.';
export const passwordsDiffer = 'Please make sure your passwords match.';
const maxPasswordLength = 1024;

const mostTyped = 240;

/** A first or last name in any one alphabet, so that a name cannot be imitated with similar foreign letters. */
export const personName = (label: string) =>
  z
    .string({ error: `${label} is required` })
    .trim()
    // Normalizing many accents takes quadratic time.
    .max(mostTyped, { error: `${label} must be at most 60 characters`, abort: true })
    .overwrite(plainLetters)
    .min(1, { error: `${label} is required`, abort: true })
    .max(60, `${label} must be at most 60 characters`)
    .regex(/^[^<>]*$/, `${label} must not contain < or >`)
    .regex(/^\P{Cc}*$/u, `${label} must not contain line breaks or tabs`)
    .regex(/^[^\p{Cf}\p{DI}]*$/u, { error: `${label} must not contain invisible characters`, abort: true })
    .regex(/\p{L}/u, `${label} needs at least one letter`)
    .regex(/^(?!.*\p{M}{4})/u, `${label} must not pile up accents`)
    .refine((value) => !webAddress.test(value), `${label} must not contain a web address`)
    .refine(
      (value) => alphabets.filter((letters) => letters.test(value)).length < 2,
      `${label} must not mix letters of different alphabets`,
    );

/** `shop.com` and `SHOP.COM`, but neither `St.John` nor `J.R.` */
const webAddress = /:\/\/|\bwww\.|@|[\p{L}\d]\.(\p{Ll}{2}|\p{Lu}{2})/u;
const alphabets = ['Latin', 'Cyrillic', 'Greek', 'Armenian', 'Cherokee', 'Coptic', 'Lisu'].map(
  (script) => new RegExp(`\\p{Script=${script}}`, 'u'),
);

export const usernameText = z
  .string({ error: 'Username is required' })
  .trim()
  .min(3, 'Username must be at least 3 characters')
  // The checks below replace letter by letter, which is slow on a text of 250 kB.
  .max(30, { error: 'Username must be at most 30 characters', abort: true })
  .regex(/^[a-zA-Z0-9_]+$/, 'Username may contain only the letters a-z, digits and _');

export const reservedUsername = 'This username is reserved. Please choose another.';
export const username = usernameText.refine((value) => !isReserved(value), reservedUsername);

const emailTooLong = { error: 'Email must be at most 254 characters', abort: true };

/** As Zod's own, and with international domains of the top level, which are the only ones with a hyphen. */
const emailShape = /^(?!\.)(?!.*\.\.)[\w'+.-]*[\w+-]@(?:[a-z\d][a-z\d-]*\.)+(?:[a-z]{2,}|xn--[a-z\d-]+)$/i;

/** An address; one with an international domain has one form however it is typed (ADR-097). */
export const email = z
  .string({ error: 'Email is required' })
  .trim()
  .max(254, emailTooLong)
  .overwrite(asciiEmail)
  .max(254, emailTooLong)
  .pipe(z.email({ pattern: emailShape, error: 'Please enter a valid email address, like name@example.com' }));

const passwordTooLong = `Password must be at most ${maxPasswordLength} characters long.`;

/** Keyboards write one letter as one sign or as a letter and its accent; both are one password (ADR-097). */
export const normalisedPassword = (password: string) => password.normalize('NFKC');

export const newPassword = z
  .string({ error: passwordTooShort })
  // Before normalising, which takes quadratic time.
  .max(maxPasswordLength, { error: passwordTooLong, abort: true })
  .overwrite(normalisedPassword)
  .min(minPasswordLength, passwordTooShort);

const passwordTwice = {
  password: newPassword,
  confirmPassword: z
    .string({ error: 'Please repeat the password.' })
    .max(maxPasswordLength, { error: passwordTooLong, abort: true })
    .overwrite(normalisedPassword),
};

const sameTwice = (value: { password: string; confirmPassword: string }) =>
  value.password === value.confirmPassword;
const differs = { path: ['confirmPassword'], message: passwordsDiffer };

/** The six fields of the registration (E2.42, E5.1). */
export const signUpSchema = z
  .object({
    firstName: personName('First name'),
    lastName: personName('Last name'),
    username,
    email,
    ...passwordTwice,
  })
  .refine(sameTwice, differs);
export type SignUp = z.output<typeof signUpSchema>;

export const signInSchema = z.object({
  email: z
    .string({ error: 'Email is required' })
    .trim()
    .min(1, 'Email is required')
    .max(254, emailTooLong)
    .overwrite(asciiEmail),
  password: z.string({ error: 'Password is required' }).min(1, 'Password is required').max(maxPasswordLength),
});
export type SignIn = z.output<typeof signInSchema>;

export const currentPassword = z
  .string({ error: 'Please enter your password.' })
  .min(1, 'Please enter your password.')
  .max(maxPasswordLength);

export const nothingSchema = z.object({});

export const forgotSchema = z.object({ email });

export const resetSchema = z.object(passwordTwice).refine(sameTwice, differs);

export const passwordChangeSchema = z
  .object({ currentPassword, ...passwordTwice })
  .refine(sameTwice, differs);
export type PasswordChange = z.output<typeof passwordChangeSchema>;

export const wrongPassword = 'This is not your password. Please try again.';

const missingCode = 'Please enter the code.';

export const code = z
  .string({ error: missingCode })
  .max(60, 'This is too long for a code.')
  .overwrite((text) => text.replace(/[\s-]/g, '').toLowerCase())
  .min(1, missingCode);

export const emailChangeSchema = z.object({ email, currentPassword, code: code.optional() });
export type EmailChange = z.output<typeof emailChangeSchema>;
