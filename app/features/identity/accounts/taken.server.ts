import { Invalid } from '../../../errors.ts';

export const taken = {
  email: 'There is already an account with this email.',
  username: 'This username is taken.',
};

/** The unique constraint that a write has violated. Null for any other error. */
export function brokenUnique(error: unknown): string | null {
  const { code, constraint = '' } = Object(error) as { code?: string; constraint?: string };
  return code === '23505' ? constraint : null;
}

/** The error for an email or username that a parallel request took first; other errors are thrown again. */
export function tooLate(error: unknown): Invalid {
  const constraint = brokenUnique(error);
  if (constraint === null) throw error;
  const field = constraint.includes('email') ? 'email' : 'username';
  return new Invalid({ [field]: [taken[field]] });
}
