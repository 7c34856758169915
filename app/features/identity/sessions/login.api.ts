import { json } from '@remix-run/node';
import { Refused } from '../../../errors.ts';
import { answer, api, everyone } from '../../../http/api/api.server.ts';
import type { Description } from '../../../http/api/description.ts';
import { authenticate } from '../../../http/security/authenticator.server.ts';
import { beginSessionHeaders } from '../../../http/security/session.server.ts';
import { currentUser } from '../accounts/accounts.server.ts';
import { userShape } from '../accounts/user.schema.ts';
import { loginSchema } from '../second-factor/second-factor.schema.ts';
import { viewerById } from './sessions.server.ts';

const login = {
  summary: 'Sign in',
  details: 'Sets the session’s cookie. With a second factor, its code or a recovery code goes along.',
  body: loginSchema,
  example: { email: 'bia@example.com', password: 'jiujitsu' },
  rateLimits: [
    'sign-in from an address',
    'sign-in to an account from an address',
    'sign-in to an account',
    'sign-in from a known device',
    'code of an account from an address',
    'code of an account',
    'code from a known device',
  ],
  responses: { 200: userShape },
  errorResponses: { 401: 'The password is wrong, or the code is wrong or missing (`errors.code`).' },
} satisfies Description;

const call = api({
  POST: everyone(login, async (scope, { body, context, request }) => {
    const input = await body();
    let userId: number;
    try {
      ({ userId } = await authenticate(scope, 'json', input));
    } catch (error) {
      // A wrong password or code is 401 for calls, but 422 for forms.
      if (!(error instanceof Refused) || error.status !== 422) throw error;
      const errors = error.field === 'code' ? { errors: { code: [error.message] } } : {};
      return answer(401, { message: error.message, ...errors });
    }
    const headers = await beginSessionHeaders(
      scope,
      context.cookies,
      userId,
      request.headers.get('user-agent'),
    );
    const viewer = await viewerById(scope.em, userId, scope.now());
    return json(await currentUser({ ...scope, viewer }), { headers });
  }),
});
export const loader = call.loader;
export const action = call.action;
