import { json } from '@remix-run/node';
import { api, everyone } from '../../http/api.server.ts';
import { signedIn } from '../../http/session.server.ts';
import { signUpSchema } from './account.schema.ts';
import { currentUser, register } from './accounts.server.ts';
import { viewerById } from './sessions.server.ts';

const call = api({
  POST: everyone(async (scope, { body, context, request }) => {
    const userId = await register(scope, await body(signUpSchema));
    const headers = await signedIn(scope, context.cookies, userId, request.headers.get('user-agent'));
    const viewer = await viewerById(scope.em, userId, scope.now());
    return json(await currentUser({ ...scope, viewer }), { status: 201, headers });
  }),
});
export const loader = call.loader;
export const action = call.action;
