import type { MemberScope, Scope } from '../../../scope.ts';
import type { LimitName } from '../../core/rate-limits/limits.ts';
import {
  addressKey,
  enforceRateLimit,
  giveBack,
  memberKey,
} from '../../core/rate-limits/rate-limit.server.ts';
import { deviceOwner, knownDevice } from './known-devices.server.ts';

/** Call it when the password or code was right, because only wrong ones count as guesses. */
export type Forgive = () => Promise<void>;

/** Counts a password attempt before the check. A known device has its own allowance, which strangers cannot use up
 *  (ADR-042).
 *  @param who the account: `memberKey`, or `accountKey` where there is none
 *  @throws Refused 429 */
export async function countPasswordTry(scope: Scope, who: string, device: string | null): Promise<Forgive> {
  const address = addressKey(scope);
  // Right passwords count too, because each check costs a hash.
  await enforceRateLimit(scope, 'sign-in from an address', device ? `${address} known` : address);
  return device
    ? count(scope, [['sign-in from a known device', device]])
    : count(scope, [
        // The address comes first, so that its refusals do not use up the account's allowance.
        ['sign-in to an account from an address', `${who} ${address}`],
        ['sign-in to an account', who],
      ]);
}

/** Counts an attempt at the viewer's own password within a session. @throws Refused 429 */
export const countPasswordInSession = (scope: MemberScope): Promise<Forgive> =>
  count(scope, [['password in a session', aSession(scope)]]);

/** Counts an attempt at a code, in a session or at sign-in. @throws Refused 429 */
export async function countCodeTry(scope: Scope, userId: number): Promise<Forgive> {
  const { viewer } = scope;
  if (viewer?.id === userId) return count(scope, [['code in a session', aSession({ ...scope, viewer })]]);
  const owner = await deviceOwner(scope, userId);
  const device = owner && knownDevice(scope, owner);
  if (device) return count(scope, [['code from a known device', device]]);
  return count(scope, [
    ['code of an account from an address', `${memberKey(userId)} ${addressKey(scope)}`],
    ['code of an account', memberKey(userId)],
  ]);
}

const aSession = ({ viewer }: MemberScope) => `${memberKey(viewer.id)} session:${viewer.sessionId}`;

async function count(scope: Scope, allowances: [LimitName, string][]): Promise<Forgive> {
  const taken: [LimitName, string][] = [];
  const forgive = async () => {
    for (const [limit, who] of taken) await giveBack(scope, limit, who);
  };
  try {
    for (const [limit, who] of allowances) {
      await enforceRateLimit(scope, limit, who);
      taken.push([limit, who]);
    }
  } catch (error) {
    // Refused before any comparison, so it was no guess.
    await forgive();
    throw error;
  }
  return forgive;
}
