import { json } from '@remix-run/node';
import { Refused } from '../../errors.ts';
import { answer, api, everyone } from '../../http/api.server.ts';
import { signedIn } from '../../http/session.server.ts';
import { signInSchema } from './account.schema.ts';
import { checkPassword, currentUser } from './accounts.server.ts';
import { viewerById } from './sessions.server.ts';

const call = api({
  POST: everyone(async (scope, { body, context, request }) => {
    const input = await body(signInSchema);
    let userId: number;
    try {
      userId = await checkPassword(scope, input);
    } catch (error) {
      // A wrong password is 401 for a program, and a form to mend for a person.
      if (error instanceof Refused && error.status === 422) return answer(401, { message: error.message });
      throw error;
    }
    const headers = await signedIn(scope, context.cookies, userId, request.headers.get('user-agent'));
    const viewer = await viewerById(scope.em, userId, scope.now());
    return json(await currentUser({ ...scope, viewer }), { headers });
  }),
});
export const loader = call.loader;
export const action = call.action;
