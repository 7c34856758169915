import { json } from '@remix-run/node';
import { type MetaFunction, useLoaderData } from '@remix-run/react';
import { billingPath, subscribePath, subscriptionReturnPath } from '../../../domain/checkout-paths.ts';
import { planPriceCents } from '../../../domain/plan-prices.ts';
import { planNames } from '../../../domain/plans.ts';
import { Refused } from '../../../errors.ts';
import { leaveFor } from '../../../http/pages/leave.server.ts';
import { memberPage, type PageRequest, seeOther } from '../../../http/pages/page.server.ts';
import { rememberReturnTo, takeReturnTo } from '../../../http/pages/return-to.server.ts';
import { toast } from '../../../http/pages/toast.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { Callout } from '../../../ui/callout.tsx';
import { dayOf } from '../../../ui/date.ts';
import { ErrorSummary } from '../../../ui/error-summary.tsx';
import { money } from '../../../ui/money.ts';
import { usePostedForm } from '../../../ui/posted-form.tsx';
import { type CardForm, PayButtons } from '../attempts/pay-here.tsx';
import { billingSummary } from './billing-summary.server.ts';
import { changePlan } from './change-plan.server.ts';
import { paidPlan, planChangeSchema } from './plan.schema.ts';
import { planCounts } from './plan-counts.server.ts';
import { type PlanOffer, planOffer } from './plan-offer.server.ts';
import { PlanNote, PlanOffered, PlanTerms } from './plan-terms.tsx';
import { startSubscription, subscriptionFailed } from './subscribe.server.ts';

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data ? titleOf(data) : 'Subscribe'} | Summa` },
  { name: 'robots', content: 'noindex' },
];

const planIn = ({ searchParams }: URL) => paidPlan.catch('premium').parse(searchParams.get('plan'));

export const loader = memberPage(async (scope, page) => {
  const plan = planIn(page.url);
  const offer = await planOffer(scope, plan);
  const counts = await planCounts(scope);
  const { publishableKey, cardScript } = scope.payments;
  // A change of a paid plan charges the saved card.
  const card: CardForm | null =
    offer.kind === 'new'
      ? {
          provider: { publishableKey, cardScript },
          kind: 'subscription',
          amountCents: planPriceCents[plan],
          call: '/api/create-subscription',
          returnPath: subscriptionReturnPath,
          failed: subscriptionFailed,
        }
      : null;
  return json({ plan, offer, count: counts[plan], card }, { headers: await rememberReturnTo(page) });
});

/** A form without a plan is for the plan in the address. */
const orderIn = ({ url, form }: PageRequest) =>
  form(planChangeSchema.extend({ plan: paidPlan.default(planIn(url)) }));

async function afterRefusal({ status, message, link }: Refused, page: PageRequest) {
  if (link) return { to: link.href };
  // Otherwise this page is shown again with the present price.
  if (status !== 503) return null;
  const { plan } = await orderIn(page);
  const text =
    message === subscriptionFailed ? 'You have not been charged. Please try again in a moment.' : message;
  return { to: `/subscribe?plan=${plan}`, toast: toast.error(subscriptionFailed, text) };
}

export const action = memberPage(async (scope, page) => {
  const { context } = page;
  const { plan, prorationAt } = await orderIn(page);
  const { subscription } = await billingSummary(scope);
  if (!subscription) {
    const { url } = await startSubscription(scope, plan, { hosted: true });
    if (!url) throw new Refused(subscriptionFailed, { status: 503 });
    return leaveFor(context, url);
  }
  const { state, url } = await changePlan(scope, plan, { prorationAt });
  if (state === 'payment_needed' && url) return leaveFor(context, url);
  const wanted = state === 'changed' ? await takeReturnTo(page) : null;
  const to = wanted?.path ?? billingPath;
  return seeOther(context, to, toastsOf(planNames[plan])[state], wanted?.headers);
}, afterRefusal);

const toastsOf = (name: string) => ({
  changed: toast.success('Payment Successful', `You now have ${name}.`),
  scheduled: toast.success('Change planned', `${name} starts at the end of the month you paid for.`),
  payment_needed: toast.info('Payment needed', `${name} opens as soon as the difference is paid.`),
});

type Shown = { plan: 'premium' | 'vip'; offer: Pick<PlanOffer, 'kind'> };

function titleOf({ plan, offer }: Shown) {
  if (offer.kind !== 'change') return `Subscribe to ${planNames[plan]}`;
  return `${plan === 'vip' ? 'Upgrade' : 'Downgrade'} to ${planNames[plan]}`;
}

export default function Subscribe() {
  const { plan, offer, count, card } = useLoaderData<typeof loader>();
  const { form, errors } = usePostedForm(planChangeSchema, { id: 'subscribe' });
  const isOpen = offer.kind === 'new' || offer.kind === 'change';
  const change = offer.kind === 'change' ? offer.preview : undefined;
  return (
    <div className={isOpen ? 'stack pay' : 'stack narrow'}>
      <h1>{titleOf({ plan, offer })}</h1>
      <ErrorSummary errors={errors} title="Please look again" />
      {isOpen ? (
        <div className="pay__parts">
          <PlanOffered plan={plan} count={count} />
          <section className="panel" aria-label="Payment">
            <PlanTerms plan={plan} change={change} />
            <form {...form} action={subscribePath(plan)} className="form">
              <input type="hidden" name="plan" value={plan} />
              {change?.prorationAt && <input type="hidden" name="prorationAt" value={change.prorationAt} />}
              <PayButtons
                label={labelOf(change)}
                labelHere={`Pay ${money(planPriceCents[plan])} per month`}
                settingUp="Setting up your subscription..."
                card={card}
              />
            </form>
            <PlanNote plan={plan} change={change} />
          </section>
        </div>
      ) : (
        <>
          <Callout title={offer.text} />
          <p>
            <ButtonLink href={billingPath} kind="primary">
              Go to your billing page
            </ButtonLink>
          </p>
        </>
      )}
      <p className="row">
        <ButtonLink href="/subscriptions" kind="quiet" icon="back">
          All plans
        </ButtonLink>
      </p>
    </div>
  );
}

function labelOf(change: { when: string; nextBillingAt: string } | undefined) {
  if (!change) return 'Go to payment';
  return change.when === 'now' ? 'Upgrade now' : `Downgrade on ${dayOf(change.nextBillingAt)}`;
}
