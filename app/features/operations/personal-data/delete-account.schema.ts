import type { z } from 'zod';
import { code, currentPassword } from '../../identity/accounts/account.schema.ts';
import { confirmSchema } from '../members/confirm.schema.ts';

export const deleteAccountSchema = confirmSchema.extend({ currentPassword, code: code.optional() });
export type DeleteAccount = z.output<typeof deleteAccountSchema>;
