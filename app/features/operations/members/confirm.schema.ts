import { z } from 'zod';

export const confirmSchema = z.object({
  confirm: z
    .string({ error: 'Please type the username.' })
    .trim()
    .min(1, 'Please type the username.')
    .max(100),
});

/** Whether the typed text names this account, with or without the @, in any case. */
export const namesAccount = (typed: string, username: string): boolean =>
  typed.replace(/^@/, '').toLowerCase() === username.toLowerCase();
