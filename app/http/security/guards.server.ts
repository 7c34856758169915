import { NotAllowed, SignInRequired } from '../../errors.ts';
import { shortAddress } from '../../features/identity/sessions/device.ts';
import type { AdminScope, CuratorScope, MemberScope, Scope } from '../../scope.ts';
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

export class CuratorRequired extends NotAllowed {
  constructor() {
    super('Access Denied: Only curators of the map can open this page.');
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
  if (!member.viewer.isAdmin) throw denied(member, new AdminRequired());
  return member;
}

/** Guards the pages and calls of curators; admins are curators too.
 *  @throws SignInRequired, SecondFactorRequired, CuratorRequired */
export function requireCurator(scope: Scope): CuratorScope {
  const member = requireMember(scope);
  const { isCurator, isAdmin, owesSecondFactor } = member.viewer;
  if (isCurator || isAdmin) return member;
  if (owesSecondFactor) throw new SecondFactorRequired();
  throw denied(member, new CuratorRequired());
}

function denied({ viewer, visitor }: MemberScope, refusal: NotAllowed): NotAllowed {
  log.warn({ member: viewer.id, network: shortAddress(visitor.address) }, 'denied');
  return refusal;
}
