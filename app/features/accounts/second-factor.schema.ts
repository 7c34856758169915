import { z } from 'zod';
import { code, currentPassword, signInSchema } from './account.schema.ts';

export const codeSchema = z.object({ code });

/** What is asked before the second factor changes. */
export const factorSchema = z.object({ code, currentPassword });
export type FactorProof = z.output<typeof factorSchema>;

/** Signing in by a program: both steps in one call. */
export const loginSchema = signInSchema.extend({ code: code.optional() });
export type Login = z.output<typeof loginSchema>;
