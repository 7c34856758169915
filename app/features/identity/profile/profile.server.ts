import { Invalid } from '../../../errors.ts';
import type { MemberScope } from '../../../scope.ts';
import { currentUser, usernameError } from '../accounts/accounts.server.ts';
import { tooLate } from '../accounts/taken.server.ts';
import { User } from '../accounts/user.entity.ts';
import { startEmailChange } from '../email-links/email-change.server.ts';
import { mustBeOwner } from '../second-factor/second-factor.server.ts';
import { viewerById } from '../sessions/sessions.server.ts';
import type { ProfilePatch } from './profile.schema.ts';

/** Changes the named fields of the member's own profile (C7.23). Replacing a payout email needs the password, so that
 *  an open browser is not enough to redirect money; a new email needs it too. Both also need a code when a second
 *  factor is on.
 *  @throws Invalid for a taken, reserved or look-alike username, or missing proof; Refused for a wrong code, 429 */
export async function updateProfile(
  scope: MemberScope,
  { currentPassword, code, email, ...input }: ProfilePatch,
) {
  const { em, viewer, now } = scope;
  const user = await em.findOneOrFail(User, viewer.id, { refresh: true });
  const errors: Record<string, string[]> = {};
  const trouble = await usernameError(em, input.username, user);
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

  // First, because its rate limit may refuse it, and then no other field may be saved.
  if (movesEmail) await startEmailChange(scope, email);
  const changes = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));
  try {
    await em.transactional(async (inside) => {
      const member = await inside.findOneOrFail(User, viewer.id, { refresh: true });
      Object.assign(member, changes);
    });
  } catch (error) {
    throw tooLate(error);
  }
  return currentUser({ ...scope, viewer: await viewerById(em, viewer.id, now()) });
}
