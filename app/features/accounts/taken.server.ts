import { brokenUnique } from '../../db/sql.server.ts';
import { Invalid } from '../../errors.ts';

export const taken = {
  email: 'There is already an account with this email.',
  username: 'This username is taken.',
};

/**
 * What to tell whoever wanted an email or username that another account got a moment before.
 * @throws any other error as it is
 */
export function tooLate(error: unknown): Invalid {
  const constraint = brokenUnique(error);
  if (constraint === null) throw error;
  const field = constraint.includes('email') ? 'email' : 'username';
  return new Invalid({ [field]: [taken[field]] });
}
