import { Authenticator } from 'remix-auth';
import { Strategy } from 'remix-auth/strategy';
import { FormStrategy } from 'remix-auth-form';
import { Refused } from '../../errors.ts';
import { accountKey } from '../../features/core/rate-limits/rate-limit.server.ts';
import type { SignIn } from '../../features/identity/accounts/account.schema.ts';
import { checkPassword } from '../../features/identity/accounts/accounts.server.ts';
import type { Login } from '../../features/identity/second-factor/second-factor.schema.ts';
import { shortAddress } from '../../features/identity/sessions/device.ts';
import { finishSignIn, passCode } from '../../features/identity/sessions/sign-in.server.ts';
import type { Scope } from '../../scope.ts';
import { log } from '../telemetry/log.server.ts';

/** Who has proved to be a member, and how far. */
interface Identity {
  userId: number;
  /** The password was right; the code of the second factor is still needed. */
  needsCode: boolean;
  /** After a recovery code was used: how many are left; else null. */
  codesLeft: number | null;
}

const codeNeeded = 'This account has a second factor. Please send its code as "code" as well.';

class JsonStrategy<User, Body> extends Strategy<User, { body: Body }> {
  override name = 'json';
  override async authenticate(request: Request): Promise<User> {
    return this.verify({ body: (await request.json()) as Body });
  }
}

/** Checks a password; a refused one is logged with the account and the network, so that guessing is seen. */
async function checkedPassword(scope: Scope, input: SignIn) {
  try {
    return await checkPassword(scope, input);
  } catch (error) {
    const network = shortAddress(scope.visitor.address);
    log.warn({ account: accountKey(input.email), network }, 'sign-in refused');
    throw error;
  }
}

const textOf = (form: FormData, name: string) => String(form.get(name) ?? '');

/** The one authenticator: three strategies, each of which calls the rules of `identity`. */
function authenticatorOf(scope: Scope): Authenticator<Identity | null> {
  const password = new FormStrategy<Identity>(async ({ form }) => {
    const input = { email: textOf(form, 'email'), password: textOf(form, 'password') };
    const { userId, hasSecondFactor } = await checkedPassword(scope, input);
    return { userId, needsCode: hasSecondFactor, codesLeft: null };
  });
  const program = new JsonStrategy<Identity, Login>(async ({ body }) => {
    const { userId, hasSecondFactor } = await checkedPassword(scope, body);
    if (!hasSecondFactor) return { userId, needsCode: false, codesLeft: null };
    if (body.code === undefined) throw new Refused(codeNeeded, { field: 'code' });
    return { userId, needsCode: false, codesLeft: await passCode(scope, userId, body.code) };
  });
  const code = new FormStrategy<Identity | null>(async ({ form }) => {
    const done = await finishSignIn(scope, textOf(form, 'token'), textOf(form, 'code'));
    return done && { ...done, needsCode: false };
  });
  return new Authenticator<Identity | null>().use(password, 'form').use(program, 'json').use(code, 'code');
}

/** Says who signs in.
 *  @param credentials parsed already: a body is read once, within its limit, so the strategy gets a request made of
 *    them
 *  @throws Refused for a wrong password or code, or with 429 */
export async function authenticate(
  scope: Scope,
  way: 'form' | 'json',
  credentials: SignIn | Login,
): Promise<Identity> {
  const body = way === 'json' ? JSON.stringify(credentials) : new URLSearchParams({ ...credentials });
  const identity = await authenticatorOf(scope).authenticate(way, requestWith(body));
  if (!identity) throw new Error('A password always says whose it is');
  return identity;
}

/** The second step of a sign-in.
 *  @param credentials the code, and the token of the first step
 *  @returns null when the first step is not valid any more
 *  @throws Refused for a wrong code, or with 429 */
export const authenticateCode = (
  scope: Scope,
  credentials: { token: string; code: string },
): Promise<Identity | null> =>
  authenticatorOf(scope).authenticate('code', requestWith(new URLSearchParams(credentials)));

const requestWith = (body: string | URLSearchParams) =>
  new Request('http://sign-in', { method: 'POST', body });
