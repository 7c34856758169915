import { Refused } from '../../errors.ts';
import type { PaidPlan } from '../../payments/plan-prices.ts';
import type { MemberScope } from '../../scope.ts';
import { billingSummary } from './billing.server.ts';
import { type ChangePreview, previewPlanChange } from './change-plan.server.ts';
import { includesPlan, planNames } from './plans.ts';

/** What a plan means for this member: begun, changed to, held already, or not to be had now. */
export type PlanOffer =
  | { kind: 'new' }
  | { kind: 'change'; from: PaidPlan; preview: ChangePreview }
  | { kind: 'held'; text: string }
  | { kind: 'blocked'; text: string };

/** What the subscribe page offers; for a change the provider is asked for the exact price. */
export async function planOffer(scope: MemberScope, plan: PaidPlan): Promise<PlanOffer> {
  const { plan: entitled, subscription } = await billingSummary(scope);
  if (!subscription) {
    return includesPlan(entitled, plan)
      ? { kind: 'held', text: `You already have ${planNames[entitled]}.` }
      : { kind: 'new' };
  }
  if (subscription.graceUntil) {
    return { kind: 'blocked', text: 'Your last payment failed. You can pay it on your billing page.' };
  }
  if (subscription.plan === plan) {
    return { kind: 'held', text: `You already have ${planNames[plan]}.` };
  }
  if (subscription.scheduledPlan === plan) {
    return { kind: 'held', text: `Your change to ${planNames[plan]} is planned already.` };
  }
  try {
    return { kind: 'change', from: subscription.plan, preview: await previewPlanChange(scope, plan) };
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return { kind: 'blocked', text: error.message };
  }
}
