import { NotAllowed, SignInRequired } from '../errors.ts';
import { shortAddress } from '../features/accounts/device.ts';
import type { AdminScope, MemberScope, Scope } from '../scope.ts';
import { log } from './log.server.ts';

/** @throws SignInRequired */
export function requireMember(scope: Scope): MemberScope {
  if (!scope.viewer) throw new SignInRequired();
  return scope as MemberScope;
}

/** Members are sent home with the spec's text (decisions 19). */
export class AdminRequired extends NotAllowed {
  constructor() {
    super('Access Denied: You need admin privileges to access this page.');
  }
}

/** An admin without a second factor, where one is asked of admins (decision 016). */
export class SecondFactorRequired extends NotAllowed {
  constructor() {
    super('Admins need a second factor. Please set it up under Security in your account first.');
  }
}

/** The one gate before every page and call of the admins. @throws SignInRequired, SecondFactorRequired, AdminRequired */
export function requireAdmin(scope: Scope): AdminScope {
  const member = requireMember(scope);
  if (member.viewer.owesSecondFactor) throw new SecondFactorRequired();
  if (!member.viewer.isAdmin) {
    log.warn({ member: member.viewer.id, network: shortAddress(scope.visitor.address) }, 'denied');
    throw new AdminRequired();
  }
  return member;
}
