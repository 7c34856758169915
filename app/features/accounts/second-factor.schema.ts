import { z } from 'zod';
import { currentPassword, signInSchema } from './account.schema.ts';

const missing = 'Please enter the code.';

/** A code of the app or a recovery code, however it was typed. */
const code = z
  .string({ error: missing })
  .max(60, 'This is too long for a code.')
  .overwrite((text) => text.replace(/[\s-]/g, '').toLowerCase())
  .min(1, missing);

export const codeSchema = z.object({ code });

/** What is asked before the second factor changes. */
export const factorSchema = z.object({ code, currentPassword });
export type FactorProof = z.output<typeof factorSchema>;

/** Signing in by a program: both steps in one call. */
export const loginSchema = signInSchema.extend({ code: code.optional() });
export type Login = z.output<typeof loginSchema>;
