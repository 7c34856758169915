import { row } from '../../db/sql.server.ts';
import { Invalid, Refused } from '../../errors.ts';
import type { AdminScope } from '../../scope.ts';
import { recordActOf } from '../acts/acts.server.ts';
import { lockMember, type Member, named } from '../members/member.server.ts';
import { endOfDay, type Gift, untilTrouble } from './gift.schema.ts';
import { dropSurplusSales } from './sale-rights.server.ts';

/**
 * Gives a member a plan until the end of a day, or a given one another end. It stands beside what they pay for and
 * changes nothing of that: they have the better of both (`planInForce`).
 * @throws NotFound; Invalid beside `until` for a day that has passed or lies too far ahead
 */
export async function givePlan(scope: AdminScope, memberId: number, { plan, until, note }: Gift) {
  const endsAt = endOfDay(until);
  const trouble = untilTrouble(endsAt, scope.now());
  if (trouble) throw new Invalid({ until: [trouble] });
  await change(scope, memberId, { verb: 'gave a plan to', plan, endsAt, note });
}

/** Takes a given plan back at once. @throws NotFound, Refused when there is none */
export async function takeGiftBack(scope: AdminScope, memberId: number) {
  await change(scope, memberId, { verb: 'took a given plan back from', plan: null, endsAt: null });
}

interface Change {
  verb: string;
  plan: Member['giftPlan'];
  endsAt: Date | null;
  note?: string;
}

async function change(scope: AdminScope, memberId: number, { verb, plan, endsAt, note }: Change) {
  await scope.em.transactional(async (em) => {
    const member = await lockMember(em, memberId);
    if (plan === null && member.giftPlan === null) throw new Refused('No plan was given to this member.');
    await row(em)`update users set gift_plan = ${plan}, gift_ends_at = ${endsAt} where id = ${memberId}`;
    await dropSurplusSales(em, scope.now(), memberId);
    await recordActOf(scope, em, {
      verb,
      kind: 'user',
      ...named(member),
      before: { plan: member.giftPlan, until: member.giftEndsAt },
      after: { plan, until: endsAt },
      note,
    });
  });
}
