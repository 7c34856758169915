import type { PaidPlan } from '../../../domain/plan-prices.ts';
import { includesPlan, planNames } from '../../../domain/plans.ts';
import { Refused } from '../../../errors.ts';
import type { MemberScope } from '../../../scope.ts';
import { billingSummary } from './billing-summary.server.ts';
import { type ChangePreview, previewPlanChange } from './change-plan.server.ts';

export type PlanOffer =
  | { kind: 'new' }
  | { kind: 'change'; from: PaidPlan; preview: ChangePreview }
  | { kind: 'held'; text: string }
  | { kind: 'blocked'; text: string };

/** What the subscribe page offers. For an upgrade the provider is asked for the exact price. */
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
    return { kind: 'held', text: `Your change to ${planNames[plan]} is already scheduled.` };
  }
  try {
    return { kind: 'change', from: subscription.plan, preview: await previewPlanChange(scope, plan) };
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return { kind: 'blocked', text: error.message };
  }
}
