import { db } from '../../../../db/kysely.server.ts';
import { planNames } from '../../../../domain/plans.ts';
import { Invalid, Refused } from '../../../../errors.ts';
import type { AdminScope } from '../../../../scope.ts';
import { dayOf } from '../../../../ui/date.ts';
import { recordAuditOf } from '../../../core/audit-log/audit-log.server.ts';
import { dropSurplusSales } from '../../../library/authoring/sale-rights.server.ts';
import { lockMember, type Member, named } from '../member.server.ts';
import { endOfDay, type Gift, untilError } from './gift.schema.ts';

/** Gives a member a plan, or changes its end; the better of it and a paid plan applies (`planInForce`).
 *  @param gift `given` is what the form was filled from; a program leaves it out
 *  @throws NotFound; Invalid for a day out of range; Refused when the gift differs from `given` by now */
export async function givePlan(scope: AdminScope, memberId: number, { plan, until, note, given }: Gift) {
  const endsAt = endOfDay(until);
  const trouble = untilError(endsAt, scope.now());
  if (trouble) throw new Invalid({ until: [trouble] });
  await change(scope, memberId, { verb: 'gave a plan to', plan, endsAt, note, given });
}

export async function takeGiftBack(scope: AdminScope, memberId: number) {
  await change(scope, memberId, { verb: 'took a given plan back from', plan: null, endsAt: null });
}

interface Change {
  verb: string;
  plan: Member['giftPlan'];
  endsAt: Date | null;
  note?: string;
  given?: string;
}

/** The hidden field `given`: the gift that the form was filled from. */
export const markOf = ({ giftPlan, giftEndsAt }: Pick<Member, 'giftPlan' | 'giftEndsAt'>) =>
  giftPlan && giftEndsAt ? `${giftPlan} ${new Date(giftEndsAt).toISOString()}` : 'nothing';

async function change(scope: AdminScope, memberId: number, { verb, plan, endsAt, note, given }: Change) {
  await scope.em.transactional(async (em) => {
    const member = await lockMember(em, memberId);
    if (given !== undefined && given !== markOf(member)) throw new Refused(meanwhile(member));
    if (plan === null && member.giftPlan === null) throw new Refused('No plan was given to this member.');
    await db(em)
      .updateTable('users')
      .set({ gift_plan: plan, gift_ends_at: endsAt })
      .where('id', '=', memberId)
      .execute();
    await dropSurplusSales(em, scope.now(), memberId);
    await recordAuditOf(scope, em, {
      verb,
      kind: 'user',
      ...named(member),
      before: { plan: member.giftPlan, until: member.giftEndsAt },
      after: { plan, until: endsAt },
      note,
    });
  });
}

const meanwhile = ({ giftPlan, giftEndsAt }: Member) =>
  giftPlan && giftEndsAt
    ? `In the meantime, ${planNames[giftPlan]} was given until ${dayOf(giftEndsAt)}. Give the plan again to replace it with yours.`
    : 'The given plan has been taken back in the meantime. Give it again if they should have yours.';
