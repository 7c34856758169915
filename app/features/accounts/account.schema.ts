import { z } from 'zod';

export const minPasswordLength = 6;
/** Long enough for any passphrase, short enough to hash quickly. */
const maxPasswordLength = 1024;

const name = (label: string) =>
  z
    .string({ error: `${label} is required` })
    .trim()
    .min(1, `${label} is required`)
    .max(60, `${label} must be at most 60 characters`)
    .regex(/^[^<>\p{Cc}]*$/u, `${label} must not contain < or >`);

/** Words that an address of the site or a role already uses. */
const reserved = new Set(
  `admin administrator api auth account content creators dashboard discover feed healthz help library login
   logout media moderator notifications official profile readyz register report root security settings signin
   signup staff studio subscribe subscriptions summa support system team upload www`.split(/\s+/),
);

export const username = z
  .string({ error: 'Username is required' })
  .trim()
  .min(3, 'Username must be at least 3 characters')
  .max(30, 'Username must be at most 30 characters')
  .regex(/^[a-zA-Z0-9_]+$/, 'Username may contain only the letters a-z, digits and _')
  .refine((value) => !reserved.has(value.toLowerCase()), 'This username is reserved. Please choose another.');

export const email = z
  .string({ error: 'Email is required' })
  .trim()
  .max(254, 'Email must be at most 254 characters')
  .pipe(z.email('Please enter a valid email address, like name@example.com'));

export const newPassword = z
  .string({ error: 'Password must be at least 6 characters long.' })
  .min(minPasswordLength, 'Password must be at least 6 characters long.')
  .max(maxPasswordLength, `Password must be at most ${maxPasswordLength} characters long.`);

/** The six fields of the registration (experience.md §5). */
export const signUpSchema = z
  .object({
    firstName: name('First name'),
    lastName: name('Last name'),
    username,
    email,
    password: newPassword,
    confirmPassword: z.string({ error: 'Please repeat the password.' }),
  })
  .refine((value) => value.password === value.confirmPassword, {
    path: ['confirmPassword'],
    message: 'Please make sure your passwords match.',
  });
export type SignUp = z.output<typeof signUpSchema>;

export const signInSchema = z.object({
  email: z.string({ error: 'Email is required' }).trim().min(1, 'Email is required').max(254),
  password: z.string({ error: 'Password is required' }).min(1, 'Password is required').max(maxPasswordLength),
});
export type SignIn = z.output<typeof signInSchema>;
