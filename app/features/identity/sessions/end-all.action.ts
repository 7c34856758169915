import { memberButton, noPage } from '../../../http/pages/button.server.ts';
import { toast } from '../../../http/pages/toast.ts';
import { endSessionHeaders } from '../../../http/security/session.server.ts';
import { endSessions } from './sessions.server.ts';

export const loader = noPage;

export const action = memberButton(async (scope, { context }) => {
  await endSessions(scope.em, scope.viewer.id);
  const headers = await endSessionHeaders(scope, context.cookies);
  return { to: '/auth?tab=sign-in', toast: toast.success('Signed out everywhere'), headers };
});
