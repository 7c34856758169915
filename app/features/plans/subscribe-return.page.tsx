import { useLoaderData } from '@remix-run/react';
import { memberPage, seeOther } from '../../http/page.server.ts';
import { toast } from '../../http/toast.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { DialogPage } from '../../ui/dialog-page.tsx';
import { billingPath } from '../purchases/addresses.ts';
import { resolvePlanReturn } from './plan-return.server.ts';
import { planNames } from './plans.ts';

export const meta = () => [
  { title: 'We are checking your payment | Summa' },
  { name: 'robots', content: 'noindex' },
];

/** Where the provider's page leads back. It asks the provider, and leads on once that knows. */
export const loader = memberPage(async (scope, { context, url }) => {
  const sessionId = url.searchParams.get('session_id');
  const paymentId = url.searchParams.get('payment_intent');
  if (!sessionId && !paymentId) {
    throw await seeOther(
      context,
      billingPath,
      toast.info('Payment not made', 'You left the payment page. Nothing was charged.'),
    );
  }
  const { state, plan, message } = await resolvePlanReturn(scope, { sessionId, paymentId });
  if (state === 'paid') {
    const text = 'You are now subscribed to premium content!';
    throw await seeOther(context, '/', toast.success('Payment Successful', text));
  }
  if (state === 'open') {
    const text = message ?? 'The payment was not completed. Nothing was charged.';
    throw await seeOther(context, `/subscribe?plan=${plan}`, toast.error('Payment Failed', text));
  }
  return { plan, path: `${url.pathname}${url.search}` };
});

export default function SubscribeReturn() {
  const { plan, path } = useLoaderData<typeof loader>();
  return (
    <DialogPage title="We are checking your payment">
      <p>
        The payment provider has not told us yet how it ended. As soon as it does, {planNames[plan]} opens by
        itself; you can leave this page. Please do not pay a second time.
      </p>
      <p className="row">
        <ButtonLink kind="primary" href={path}>
          Check again
        </ButtonLink>
        <ButtonLink kind="secondary" href={billingPath}>
          Billing
        </ButtonLink>
      </p>
    </DialogPage>
  );
}
