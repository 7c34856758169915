import { Authenticator } from 'remix-auth';
import { FormStrategy } from 'remix-auth-form';
import { type SignIn, signInSchema } from '../features/accounts/account.schema.ts';
import { checkPassword, type PasswordRight } from '../features/accounts/accounts.server.ts';
import { shortAddress } from '../features/accounts/device.ts';
import { beginSession, endSession } from '../features/accounts/sessions.server.ts';
import { beginSignIn } from '../features/accounts/sign-in.server.ts';
import { anAccount } from '../features/limits/spend.server.ts';
import type { Scope } from '../scope.ts';
import type { Cookies } from './cookies.server.ts';
import { log } from './log.server.ts';
import { parseForm } from './page.server.ts';

/** Begins a session for a member and returns the header that sets its cookie; an older session ends. */
export async function signedIn(scope: Scope, cookies: Cookies, userId: number, agent: string | null) {
  if (scope.viewer) await endSession(scope.em, scope.viewer.sessionId);
  const { address } = scope.visitor;
  const token = await beginSession(scope.em, userId, { now: scope.now(), agent, address });
  log.info({ member: userId, network: shortAddress(address) }, 'signed in');
  return new Headers({ 'Set-Cookie': await cookies.session.serialize(token) });
}

/** `checkPassword`, with a line in the log for whoever watches for guessing. */
export async function checkedPassword(scope: Scope, input: SignIn): Promise<PasswordRight> {
  try {
    return await checkPassword(scope, input);
  } catch (error) {
    const network = shortAddress(scope.visitor.address);
    log.warn({ account: anAccount(input.email), network }, 'sign-in refused');
    throw error;
  }
}

/** The password was right and a code is owed: returns the header of the cookie that the second step asks for. */
export async function halfSignedIn(scope: Scope, cookies: Cookies, userId: number) {
  return new Headers({ 'Set-Cookie': await cookies.begun.serialize(await beginSignIn(scope, userId)) });
}

/** The token of a sign-in that waits for its code; empty when none does. */
export async function begunToken(request: Request, cookies: Cookies): Promise<string> {
  const token: unknown = await cookies.begun.parse(request.headers.get('cookie'));
  return typeof token === 'string' ? token : '';
}

/** Ends the session and returns the header that forgets its cookie. */
export async function signedOut(scope: Scope, cookies: Cookies) {
  if (scope.viewer) await endSession(scope.em, scope.viewer.sessionId);
  return new Headers({ 'Set-Cookie': await cookies.session.serialize('', { maxAge: 0 }) });
}

/** Checks the password of the posted form (remix-auth's form strategy). @throws the 422 answer of a wrong form */
export async function signInByForm(scope: Scope, url: URL, fields: FormData): Promise<PasswordRight> {
  const strategy = new FormStrategy<PasswordRight>(({ form }) =>
    checkedPassword(scope, parseForm(form as FormData, signInSchema)),
  );
  // The body was read already, within its limit, so the strategy gets a request made of the fields.
  const body = new URLSearchParams([...fields].map(([name, value]) => [name, String(value)]));
  return new Authenticator<PasswordRight>()
    .use(strategy)
    .authenticate('form', new Request(url, { method: 'POST', body }));
}
