import { type MetaFunction, useLoaderData } from '@remix-run/react';
import { checkoutStatusPath } from '../../../domain/checkout-paths.ts';
import { memberPage, seeOther } from '../../../http/pages/page.server.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { PaymentPending, paymentPendingTitle } from '../attempts/payment-pending.tsx';
import { nextAfterPayment } from './after-payment.ts';
import { latestAttempt } from './checkout-view.server.ts';
import { resolveReturn } from './confirm.server.ts';

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${paymentPendingTitle(data?.state)} | Summa` },
  { name: 'robots', content: 'noindex' },
];

/** Each load asks the provider again, so the page resolves when the provider knows the result. */
export const loader = memberPage(async (scope, { context, id }) => {
  const returned = await resolveReturn(scope, await latestAttempt(scope, id('contentId')));
  const next = nextAfterPayment(returned);
  if ('to' in next) throw await seeOther(context, next.to, next.toast);
  const { contentId, title } = returned;
  return { contentId, title, state: next.waiting };
});

export default function CheckoutStatus() {
  const { contentId, title, state } = useLoaderData<typeof loader>();
  return (
    <PaymentPending state={state} what={title} again={checkoutStatusPath(contentId)}>
      <ButtonLink kind="secondary" href="/discover">
        Back to Content
      </ButtonLink>
    </PaymentPending>
  );
}
