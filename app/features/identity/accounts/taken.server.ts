import { brokenUnique } from '../../../db/sql.server.ts';
import { Invalid } from '../../../errors.ts';

export const taken = {
  email: 'There is already an account with this email.',
  username: 'This username is taken.',
};

/** The error for an email or username that a parallel request took first; other errors are thrown again. */
export function tooLate(error: unknown): Invalid {
  const constraint = brokenUnique(error);
  if (constraint === null) throw error;
  const field = constraint.includes('email') ? 'email' : 'username';
  return new Invalid({ [field]: [taken[field]] });
}
