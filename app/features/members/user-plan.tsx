import { ButtonForm, ButtonLink } from '../../ui/button.tsx';
import type { Tier } from '../content/words.ts';
import { givenPlan, type PaidPlanFacts, planFuture } from '../plans/plan-future.ts';
import { planNames } from '../plans/plans.ts';

interface Billing {
  plan: Tier;
  subscription: PaidPlanFacts | null;
  gift: { plan: 'premium' | 'vip'; until: string } | null;
}

/** A member's plan with its future, in the words that they themselves read on their billing page. */
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
