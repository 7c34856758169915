import { json } from '@remix-run/node';
import { Refused } from '../../errors.ts';
import { answer, api, everyone } from '../../http/api.server.ts';
import type { Description } from '../../http/description.ts';
import { checkedPassword, signedIn } from '../../http/session.server.ts';
import type { Scope } from '../../scope.ts';
import { currentUser } from './accounts.server.ts';
import { type Login, loginSchema } from './second-factor.schema.ts';
import { viewerById } from './sessions.server.ts';
import { passCode } from './sign-in.server.ts';
import { userShape } from './user.schema.ts';

const codeNeeded = 'This account has a second factor. Please send its code as "code" as well.';

/** Both steps of signing in. @throws Refused beside the field that is wrong; 429 */
async function identified(scope: Scope, input: Login): Promise<number> {
  const { userId, hasSecondFactor } = await checkedPassword(scope, input);
  if (!hasSecondFactor) return userId;
  if (input.code === undefined) throw new Refused(codeNeeded, { field: 'code' });
  await passCode(scope, userId, input.code);
  return userId;
}

const login = {
  summary: 'Sign in',
  details: 'Sets the session’s cookie. With a second factor, its code or a recovery code goes along.',
  body: loginSchema,
  example: { email: 'bia@example.com', password: 'jiujitsu' },
  spends: ['sign-in to an account', 'sign-in from an address', 'code of an account'],
  answers: { 200: userShape },
  refuses: { 401: 'The password is wrong, or the code is wrong or missing (`errors.code`).' },
} satisfies Description;

const call = api({
  POST: everyone(login, async (scope, { body, context, request }) => {
    const input = await body();
    let userId: number;
    try {
      userId = await identified(scope, input);
    } catch (error) {
      // A wrong password or code is 401 for a program, and a form to mend for a person.
      if (!(error instanceof Refused) || error.status !== 422) throw error;
      const errors = error.field === 'code' ? { errors: { code: [error.message] } } : {};
      return answer(401, { message: error.message, ...errors });
    }
    const headers = await signedIn(scope, context.cookies, userId, request.headers.get('user-agent'));
    const viewer = await viewerById(scope.em, userId, scope.now());
    return json(await currentUser({ ...scope, viewer }), { headers });
  }),
});
export const loader = call.loader;
export const action = call.action;
