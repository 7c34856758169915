import { Authenticator } from 'remix-auth';
import { FormStrategy } from 'remix-auth-form';
import { signInSchema } from '../features/accounts/account.schema.ts';
import { checkPassword } from '../features/accounts/accounts.server.ts';
import { beginSession, endSession } from '../features/accounts/sessions.server.ts';
import type { Scope } from '../scope.ts';
import type { Cookies } from './cookies.server.ts';
import { parseForm } from './page.server.ts';

/** Begins a session for a member and returns the header that sets its cookie; an older session ends. */
export async function signedIn(scope: Scope, cookies: Cookies, userId: number, agent: string | null) {
  if (scope.viewer) await endSession(scope.em, scope.viewer.sessionId);
  const { address } = scope.visitor;
  const token = await beginSession(scope.em, userId, { now: scope.now(), agent, address });
  return new Headers({ 'Set-Cookie': await cookies.session.serialize(token) });
}

/** Ends the session and returns the header that forgets its cookie. */
export async function signedOut(scope: Scope, cookies: Cookies) {
  if (scope.viewer) await endSession(scope.em, scope.viewer.sessionId);
  return new Headers({ 'Set-Cookie': await cookies.session.serialize('', { maxAge: 0 }) });
}

/** Signs in by the posted form (remix-auth's form strategy). @throws the 422 answer of a wrong form */
export async function signInByForm(scope: Scope, url: URL, fields: FormData): Promise<number> {
  const strategy = new FormStrategy<number>(({ form }) =>
    checkPassword(scope, parseForm(form as FormData, signInSchema)),
  );
  // The body was read already, within its limit, so the strategy gets a request made of the fields.
  const body = new URLSearchParams([...fields].map(([name, value]) => [name, String(value)]));
  return new Authenticator<number>()
    .use(strategy)
    .authenticate('form', new Request(url, { method: 'POST', body }));
}
