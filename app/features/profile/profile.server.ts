import { Invalid } from '../../errors.ts';
import type { MemberScope } from '../../scope.ts';
import { currentUser, usernameTrouble } from '../accounts/accounts.server.ts';
import { startEmailChange } from '../accounts/email-change.server.ts';
import { mustBeOwner } from '../accounts/second-factor.server.ts';
import { viewerById } from '../accounts/sessions.server.ts';
import { tooLate } from '../accounts/taken.server.ts';
import { User } from '../accounts/user.entity.ts';
import type { ProfilePatch } from './profile.schema.ts';

/**
 * Changes the fields of the member's own profile that are named, and answers who they are now (calls.md §7).
 * A payout address that stands already is changed with the password only: whoever finds an open browser must
 * not be able to send the money elsewhere. A new e-mail needs it too, and waits until its mailbox confirms it. Both
 * need a code besides, where a second factor is on.
 * @throws Invalid for a taken, reserved or look-alike username, and without the password or code where they are
 * needed; Refused for a wrong code, and 429
 */
export async function updateProfile(
  scope: MemberScope,
  { currentPassword, code, email, ...input }: ProfilePatch,
) {
  const { em, viewer, now } = scope;
  const user = await em.findOneOrFail(User, viewer.id, { refresh: true });
  const errors: Record<string, string[]> = {};
  const trouble = await usernameTrouble(em, input.username, user);
  if (trouble) errors.username = [trouble];
  const movesPayout =
    input.payoutEmail !== undefined && user.payoutEmail !== null && input.payoutEmail !== user.payoutEmail;
  const movesEmail = email !== undefined && email.toLowerCase() !== user.email.toLowerCase();
  if (movesPayout && !currentPassword) {
    errors.currentPassword = ['Please enter your password to change where your earnings go.'];
  } else if (movesEmail && !currentPassword) {
    errors.currentPassword = ['Please enter your password to change your email.'];
  } else if (movesPayout || movesEmail) {
    await mustBeOwner(scope, { currentPassword, code }, errors);
  }
  if (Object.keys(errors).length > 0) throw new Invalid(errors);

  // First, because it may be refused for its number, and then nothing of the rest may be saved.
  if (movesEmail) await startEmailChange(scope, email);
  for (const [name, value] of Object.entries(input)) {
    if (value !== undefined) Object.assign(user, { [name]: value });
  }
  try {
    await em.flush();
  } catch (error) {
    em.clear();
    throw tooLate(error);
  }
  return currentUser({ ...scope, viewer: await viewerById(em, viewer.id, now()) });
}
