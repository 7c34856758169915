import { json } from '@remix-run/node';
import { type MetaFunction, useLoaderData } from '@remix-run/react';
import { planPriceCents } from '../../../domain/plan-prices.ts';
import { paidPlans, planNames } from '../../../domain/plans.ts';
import { page } from '../../../http/pages/page.server.ts';
import { rememberReturnTo } from '../../../http/pages/return-to.server.ts';
import { requireMember } from '../../../http/security/guards.server.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { money } from '../../../ui/money.ts';
import { pageTags } from '../../../ui/page-tags.ts';
import { billingSummary } from './billing-summary.server.ts';
import { planCounts } from './plan-counts.server.ts';
import { type PaidPlanFacts, planFuture } from './plan-future.ts';
import { PlanQuestions } from './plan-questions.tsx';
import { PlansTable } from './plans-table.tsx';

const priceWords = paidPlans
  .map((plan) => `${planNames[plan]} ${money(planPriceCents[plan])} per month`)
  .join(', ');

export const meta: MetaFunction = ({ matches }) =>
  pageTags(matches, {
    path: '/subscriptions',
    title: 'Plans and prices',
    description: `Explorer is free, ${priceWords}. Cancel at any time.`,
  });

export const loader = page(async (scope, request) => {
  const billing = scope.viewer ? await billingSummary(requireMember(scope)) : null;
  const counts = await planCounts(scope);
  return json({ billing, counts }, { headers: await rememberReturnTo(request) });
});

export default function Subscriptions() {
  const { billing, counts } = useLoaderData<typeof loader>();
  return (
    <>
      <header className="pricing stack">
        <h1>Plans for every belt</h1>
        <p className="lead">Start free. Move up when you want more, step back whenever you like.</p>
      </header>
      {billing?.subscription && <YourPlan subscription={billing.subscription} />}
      <div className="pricing">
        <h2 className="visually-hidden">The plans</h2>
        <PlansTable currentPlan={billing?.plan ?? null} counts={counts} isPricingPage />
      </div>
      <PlanQuestions />
    </>
  );
}

function YourPlan({ subscription }: { subscription: PaidPlanFacts }) {
  const { plan, scheduledPlan, endsAt, graceUntil } = subscription;
  return (
    <section className="pricing panel" aria-labelledby="your-plan">
      <h2 id="your-plan">You have {planNames[plan]}</h2>
      <p>{planFuture(subscription)}</p>
      <p className="row">
        <ButtonLink href="/account/billing" kind="secondary">
          Manage plan
        </ButtonLink>
        {plan === 'vip' && !scheduledPlan && !endsAt && !graceUntil && (
          <ButtonLink href="/subscribe?plan=premium" kind="quiet">
            Downgrade to Premium
          </ButtonLink>
        )}
      </p>
    </section>
  );
}
