import { z } from 'zod';

/** What is typed before an account is deleted for good: its username. */
export const confirmSchema = z.object({
  confirm: z
    .string({ error: 'Please type the username.' })
    .trim()
    .min(1, 'Please type the username.')
    .max(100),
});

/** Whether what was typed names this account, with or without the @, in any case of letters. */
export const namesAccount = (typed: string, username: string): boolean =>
  typed.replace(/^@/, '').toLowerCase() === username.toLowerCase();
