import { api, everyone } from '../../../http/api/api.server.ts';
import { endSessionHeaders } from '../../../http/security/session.server.ts';

const call = api({
  POST: everyone(
    { summary: 'Sign out', details: 'Ends the session and removes its cookie.', responses: { 204: null } },
    async (scope, { context }) =>
      new Response(null, { status: 204, headers: await endSessionHeaders(scope, context.cookies) }),
  ),
});
export const loader = call.loader;
export const action = call.action;
