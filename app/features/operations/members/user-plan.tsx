import { planNames } from '../../../domain/plans.ts';
import type { Tier } from '../../../domain/tiers.ts';
import { ButtonForm, ButtonLink } from '../../../ui/button.tsx';
import { givenPlan, type PaidPlanFacts, planFuture } from '../../commerce/plans/plan-future.ts';

interface Billing {
  plan: Tier;
  subscription: PaidPlanFacts | null;
  gift: { plan: 'premium' | 'vip'; until: string } | null;
}

export function UserPlan({ id, billing: { plan, subscription, gift } }: { id: number; billing: Billing }) {
  return (
    <section className="panel" aria-labelledby="plan">
      <h2 id="plan">Plan: {planNames[plan]}</h2>
      {subscription ? (
        <p>
          Pays for {planNames[subscription.plan]}, and reads: “{planFuture(subscription)}”
        </p>
      ) : (
        <p>Pays for nothing.</p>
      )}
      {gift && <p>And reads: “{givenPlan(gift)}”</p>}
      <div className="row">
        <ButtonLink href={`/admin/users/${id}/gift`} kind="secondary" icon="crown">
          {gift ? 'Extend or change the given plan' : 'Give a plan'}
        </ButtonLink>
        {gift && (
          <ButtonForm action={`/admin/users/${id}/take-gift`} kind="quiet">
            Take it back
          </ButtonForm>
        )}
      </div>
    </section>
  );
}
