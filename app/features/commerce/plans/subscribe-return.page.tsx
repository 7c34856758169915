import { type MetaFunction, useLoaderData } from '@remix-run/react';
import { billingPath, returnPathFrom, subscriptionReturnPath } from '../../../domain/checkout-paths.ts';
import { planNames } from '../../../domain/plans.ts';
import { memberPage, seeOther } from '../../../http/pages/page.server.ts';
import { takeReturnTo } from '../../../http/pages/return-to.server.ts';
import { toast } from '../../../http/pages/toast.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { PaymentPending, paymentPendingTitle } from '../attempts/payment-pending.tsx';
import { notPaidToast } from '../purchases/after-payment.ts';
import { resolvePlanReturn } from './plan-return.server.ts';

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${paymentPendingTitle(data?.state)} | Summa` },
  { name: 'robots', content: 'noindex' },
];

export const loader = memberPage(async (scope, page) => {
  const { context, url } = page;
  const back = returnPathFrom(url);
  if (!back) throw await seeOther(context, billingPath, notPaidToast);
  const { state, plan, message } = await resolvePlanReturn(scope, back);
  if (state === 'paid') {
    const text = 'You are now subscribed to premium content!';
    const { path, headers } = await takeReturnTo(page);
    throw await seeOther(context, path ?? '/', toast.success('Payment Successful', text), headers);
  }
  if (state === 'open') {
    const text = message ?? 'The payment was not completed. Nothing was charged.';
    throw await seeOther(context, `/subscribe?plan=${plan}`, toast.error('Payment Failed', text));
  }
  return { plan, state, again: subscriptionReturnPath + searchOf(back) };
});

/** Leaves out the other parameters of the provider, which include a secret of the payment. */
const searchOf = ({ sessionId, paymentId }: { sessionId: string | null; paymentId: string | null }) =>
  sessionId ? `?session_id=${sessionId}` : `?payment_intent=${paymentId}`;

export default function SubscribeReturn() {
  const { plan, state, again } = useLoaderData<typeof loader>();
  return (
    <PaymentPending state={state} what={planNames[plan]} again={again}>
      <ButtonLink kind="secondary" href={billingPath}>
        Billing
      </ButtonLink>
    </PaymentPending>
  );
}
