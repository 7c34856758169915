import type { z } from 'zod';
import { currentPassword } from '../accounts/account.schema.ts';
import { confirmSchema } from '../members/standing.schema.ts';

export const deleteAccountSchema = confirmSchema.extend({ currentPassword });
export type DeleteAccount = z.output<typeof deleteAccountSchema>;
