import { type MetaFunction, useLoaderData } from '@remix-run/react';
import { memberPage, seeOther } from '../../http/page.server.ts';
import { toast } from '../../http/toast.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { backFrom, billingPath, subscriptionReturnPath } from '../purchases/addresses.ts';
import { notMade } from '../purchases/after-payment.ts';
import { StillWaiting, waitingTitle } from '../purchases/still-waiting.tsx';
import { resolvePlanReturn } from './plan-return.server.ts';
import { planNames } from './plans.ts';

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${waitingTitle(data?.state)} | Summa` },
  { name: 'robots', content: 'noindex' },
];

/** Where the provider's page leads back. It asks the provider, and leads on once that knows. */
export const loader = memberPage(async (scope, { context, url }) => {
  const back = backFrom(url);
  if (!back) throw await seeOther(context, billingPath, notMade);
  const { state, plan, message } = await resolvePlanReturn(scope, back);
  if (state === 'paid') {
    const text = 'You are now subscribed to premium content!';
    throw await seeOther(context, '/', toast.success('Payment Successful', text));
  }
  if (state === 'open') {
    const text = message ?? 'The payment was not completed. Nothing was charged.';
    throw await seeOther(context, `/subscribe?plan=${plan}`, toast.error('Payment Failed', text));
  }
  return { plan, state, again: subscriptionReturnPath + searchOf(back) };
});

/** Without what else the provider wrote into the address: a secret of the payment is among it. */
const searchOf = ({ sessionId, paymentId }: { sessionId: string | null; paymentId: string | null }) =>
  sessionId ? `?session_id=${sessionId}` : `?payment_intent=${paymentId}`;

export default function SubscribeReturn() {
  const { plan, state, again } = useLoaderData<typeof loader>();
  return (
    <StillWaiting state={state} what={planNames[plan]} again={again}>
      <ButtonLink kind="secondary" href={billingPath}>
        Billing
      </ButtonLink>
    </StillWaiting>
  );
}
