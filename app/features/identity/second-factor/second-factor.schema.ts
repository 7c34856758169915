import { z } from 'zod';
import { code, currentPassword, signInSchema } from '../accounts/account.schema.ts';

export const codeSchema = z.object({ code });

export const factorSchema = z.object({ code, currentPassword });
export type FactorProof = z.output<typeof factorSchema>;

export const loginSchema = signInSchema.extend({ code: code.optional() });
export type Login = z.output<typeof loginSchema>;
