import { memberButton, noPage } from '../../http/button.server.ts';
import { signedOut } from '../../http/session.server.ts';
import { toast } from '../../http/toast.ts';
import { endSessions } from './sessions.server.ts';

export const loader = noPage;

export const action = memberButton(async (scope, { context }) => {
  await endSessions(scope.em, scope.viewer.id);
  const headers = await signedOut(scope, context.cookies);
  return { to: '/auth?tab=sign-in', toast: toast.success('Signed out everywhere'), headers };
});
