import { useLoaderData } from '@remix-run/react';
import { billingPath, plansPath } from '../../../domain/checkout-paths.ts';
import { planNames } from '../../../domain/plans.ts';
import { addressFor } from '../../../http/pages/leave.server.ts';
import { memberPage } from '../../../http/pages/page.server.ts';
import { ButtonForm, ButtonLink } from '../../../ui/button.tsx';
import { Callout } from '../../../ui/callout.tsx';
import { Pager } from '../../../ui/pager.tsx';
import { knownCustomer } from '../ledger/customers.server.ts';
import { billingSummary } from '../plans/billing-summary.server.ts';
import { givenPlan, type PaidPlanFacts, planFuture } from '../plans/plan-future.ts';
import { listReceipts } from './billing.server.ts';
import { ReceiptList } from './receipt-list.tsx';

export const meta = () => [{ title: 'Billing | Summa' }, { name: 'robots', content: 'noindex' }];

export const loader = memberPage(async (scope, { context, url }) => {
  const after = url.searchParams.get('after');
  const { plan, subscription, gift } = await billingSummary(scope);
  const { items, after: older } = await listReceipts(scope, { after, size: 12 });
  return {
    plan,
    gift,
    subscription: subscription && {
      ...subscription,
      payUrl: subscription.payUrl && addressFor(context, subscription.payUrl),
    },
    hasCard: (await knownCustomer(scope, scope.viewer.id)) !== null,
    receipts: items,
    older: older && `${billingPath}?after=${older}#receipts`,
    newest: after && `${billingPath}#receipts`,
  };
});

/** Where the member returns when a button's action is refused. */
const back = { back: billingPath };

export default function Billing() {
  const { plan, subscription, gift, hasCard, receipts, older, newest } = useLoaderData<typeof loader>();
  return (
    <div className="stack stack--loose measure">
      <h1>Billing</h1>
      {subscription ? (
        <Running subscription={subscription} />
      ) : (
        <section className="panel" aria-labelledby="plan">
          <h2 id="plan">{planNames[plan]}</h2>
          <p>
            {gift ? givenPlan(gift) : plan === 'free' ? 'Free, for good.' : 'This plan is a gift to you.'}
          </p>
          {plan !== 'vip' && (
            <p className="row">
              <ButtonLink kind="primary" href={plansPath(billingPath)}>
                See the plans
              </ButtonLink>
            </p>
          )}
        </section>
      )}
      {subscription && gift && <Callout title={givenPlan(gift)} icon="crown" />}
      {hasCard && (
        <section className="panel" aria-labelledby="card">
          <h2 id="card">Payment method</h2>
          <p>The payment provider keeps your card; we never see its number.</p>
          <ButtonForm action={`${billingPath}/card`} fields={back} kind="secondary" icon="wallet">
            Change card
          </ButtonForm>
        </section>
      )}
      <section className="stack" aria-labelledby="receipts">
        <h2 id="receipts">Receipts</h2>
        <ReceiptList receipts={receipts} />
        <Pager older={older} newer={newest} />
      </section>
    </div>
  );
}

interface Running extends PaidPlanFacts {
  payUrl: string | null;
}

function Running({ subscription }: { subscription: Running }) {
  const { plan, endsAt, graceUntil, payUrl, scheduledPlan, pendingPlan } = subscription;
  const isSteady = !endsAt && !graceUntil;
  return (
    <section className="panel" aria-labelledby="plan">
      <h2 id="plan">{planNames[plan]}</h2>
      {graceUntil ? (
        <Callout title={`Please pay to keep ${planNames[plan]}`} kind="error">
          <p>{planFuture(subscription)}</p>
        </Callout>
      ) : (
        <p>{planFuture(subscription)}</p>
      )}
      <div className="row">
        {payUrl && (
          <ButtonLink kind="primary" href={payUrl}>
            Pay now
          </ButtonLink>
        )}
        {endsAt && (
          <ButtonForm kind="primary" action={`${billingPath}/resume`} fields={back}>
            Keep {planNames[plan]}
          </ButtonForm>
        )}
        {(scheduledPlan || pendingPlan) && (
          <ButtonForm kind="secondary" action={`${billingPath}/undo-change`} fields={back}>
            Keep {planNames[plan]}
          </ButtonForm>
        )}
        {isSteady && !scheduledPlan && !pendingPlan && (
          <ButtonLink kind="secondary" href={`/subscribe?plan=${plan === 'vip' ? 'premium' : 'vip'}`}>
            {plan === 'vip' ? 'Downgrade to Premium' : 'Upgrade to VIP Elite'}
          </ButtonLink>
        )}
        {!endsAt && (
          <ButtonLink kind="quiet" href={`${billingPath}/cancel`}>
            Cancel plan
          </ButtonLink>
        )}
      </div>
    </section>
  );
}
