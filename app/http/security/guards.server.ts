import { NotAllowed, SignInRequired } from '../../errors.ts';
import { shortAddress } from '../../features/identity/sessions/device.ts';
import type { AdminScope, MemberScope, Scope } from '../../scope.ts';
import { log } from '../telemetry/log.server.ts';

export function requireMember(scope: Scope): MemberScope {
  if (!scope.viewer) throw new SignInRequired();
  return scope as MemberScope;
}

export class AdminRequired extends NotAllowed {
  constructor() {
    super('Access Denied: You need admin privileges to access this page.');
  }
}

export class SecondFactorRequired extends NotAllowed {
  constructor() {
    super('Admins need a second factor. Please set it up under Security in your account first.');
  }
}

/** Guards every page and call of the admins. @throws SignInRequired, SecondFactorRequired, AdminRequired */
export function requireAdmin(scope: Scope): AdminScope {
  const member = requireMember(scope);
  if (member.viewer.owesSecondFactor) throw new SecondFactorRequired();
  if (!member.viewer.isAdmin) {
    log.warn({ member: member.viewer.id, network: shortAddress(scope.visitor.address) }, 'denied');
    throw new AdminRequired();
  }
  return member;
}
