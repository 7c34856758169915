import { shortAddress } from '../../features/identity/sessions/device.ts';
import { rememberDevice } from '../../features/identity/sessions/known-devices.server.ts';
import { beginSession, endSession } from '../../features/identity/sessions/sessions.server.ts';
import { startPendingSignIn } from '../../features/identity/sessions/sign-in.server.ts';
import type { Scope } from '../../scope.ts';
import { log } from '../telemetry/log.server.ts';
import { type Cookies, cookieValues, readCookie } from './cookies.server.ts';

/** Begins a session of this member in place of the present one. @returns the headers with its cookies */
export async function beginSessionHeaders(
  scope: Scope,
  cookies: Cookies,
  userId: number,
  agent: string | null,
) {
  if (scope.viewer) await endSession(scope.em, scope.viewer.sessionId);
  const { address, timeZone } = scope.visitor;
  const token = await beginSession(scope.em, userId, { now: scope.now(), agent, address, timeZone });
  log.info({ member: userId, network: shortAddress(address) }, 'signed in');
  const headers = new Headers({ 'Set-Cookie': await cookies.session.serialize(token) });
  headers.append('Set-Cookie', await deviceCookie(scope, cookies, userId));
  return headers;
}

/** Marks this browser as known for the account; call it only after the member has proved who they are. */
export const deviceCookie = async (scope: Scope, cookies: Cookies, userId: number) =>
  cookies.device.serialize(await rememberDevice(scope, userId));

/** The password was right and a code is owed: returns the header of the cookie that the second step asks for. */
export async function withPendingSignIn(scope: Scope, cookies: Cookies, userId: number) {
  return new Headers({
    'Set-Cookie': await cookies.begun.serialize(await startPendingSignIn(scope, userId)),
  });
}

export async function pendingSignInToken(request: Request, cookies: Cookies): Promise<string> {
  const token = await readCookie(cookies.begun, cookieValues(request.headers.get('cookie')));
  return typeof token === 'string' ? token : '';
}

/** Ends the present session, if there is one. @returns the header that removes its cookie */
export async function endSessionHeaders(scope: Scope, cookies: Cookies) {
  if (scope.viewer) await endSession(scope.em, scope.viewer.sessionId);
  return new Headers({ 'Set-Cookie': await cookies.session.serialize('', { maxAge: 0 }) });
}
