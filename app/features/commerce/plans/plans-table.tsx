import { includesPlan } from '../../../domain/plans.ts';
import type { Tier } from '../../../domain/tiers.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { keptInside } from '../../../ui/kept-markup.ts';
import { money } from '../../../ui/money.ts';
import { PlanPerks } from './plan-perks.tsx';
import { opensToday, type Plan, plans } from './plan-texts.ts';

interface PlansTableProps {
  currentPlan: Tier | null;
  counts: Record<Tier, number>;
  /** The pricing page calls the third plan 'VIP Elite' (E1.6). */
  isPricingPage?: boolean;
  heading?: 'h2' | 'h3';
}

export const PlansTable = (props: PlansTableProps) => <ul className="plans" {...inside(props)} />;

const inside = keptInside(
  ({ currentPlan, counts, isPricingPage, heading: Heading = 'h3' }: PlansTableProps) => {
    const recommended = recommendedTo(currentPlan);
    return plans.map((plan) => {
      const name = (isPricingPage && plan.pricingName) || plan.name;
      const isRecommended = plan.tier === recommended;
      return (
        <li
          className="panel plan"
          key={plan.tier}
          data-tier={plan.tier}
          data-recommended={isRecommended || undefined}
        >
          <div className="belt" />
          <div className="row row--apart">
            <Heading>{name}</Heading>
            {isRecommended && <Badge tier={plan.tier}>Recommended</Badge>}
          </div>
          <p className="soft">{plan.promise}</p>
          <p className="plan__price">
            <strong>{plan.priceCents ? money(plan.priceCents) : 'Free'}</strong>
            {plan.priceCents > 0 && <span className="soft"> per month</span>}
          </p>
          <PlanPerks plan={plan} />
          <p className="plan__today">{opensToday(plan.tier, counts[plan.tier])}</p>
          <PlanButton plan={plan} name={name} currentPlan={currentPlan} isRecommended={isRecommended} />
        </li>
      );
    });
  },
);

/** The plan to buy first, and then the one above it. */
function recommendedTo(currentPlan: Tier | null): Tier | null {
  if (currentPlan === 'vip') return null;
  return currentPlan === 'premium' ? 'vip' : 'premium';
}

/** Leads members to /subscribe and visitors to /auth (C2.20). The button of the present plan is disabled (E2.20). */
function PlanButton({
  plan,
  name,
  currentPlan,
  isRecommended,
}: {
  plan: Plan;
  name: string;
  currentPlan: Tier | null;
  isRecommended: boolean;
}) {
  const kind = isRecommended ? 'primary' : 'secondary';
  if (currentPlan === null) {
    const next = plan.tier === 'free' ? '' : `&next=${encodeURIComponent(`/subscribe?plan=${plan.tier}`)}`;
    return (
      <ButtonLink full kind={kind} href={`/auth?tab=sign-up${next}`}>
        {plan.tier === 'free' ? 'Join for free' : 'Sign up to Subscribe'}
        <span className="visually-hidden"> ({name})</span>
      </ButtonLink>
    );
  }
  if (includesPlan(currentPlan, plan.tier)) {
    return (
      <Button full type="button" disabled>
        {plan.tier === currentPlan ? 'Current Plan' : 'In your plan'}
      </Button>
    );
  }
  return (
    <ButtonLink full kind={kind} href={`/subscribe?plan=${plan.tier}`}>
      Subscribe to {name}
    </ButtonLink>
  );
}
