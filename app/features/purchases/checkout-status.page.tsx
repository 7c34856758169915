import { useLoaderData } from '@remix-run/react';
import { memberPage, seeOther } from '../../http/page.server.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { DialogPage } from '../../ui/dialog-page.tsx';
import { supportEmail } from '../site/contact.ts';
import { wayAfterPayment } from './after-payment.ts';
import { latestAttempt } from './checkout-view.server.ts';
import { resolveReturn } from './confirm.server.ts';

export const meta = () => [
  { title: 'We are checking your payment | Summa' },
  { name: 'robots', content: 'noindex' },
];

/** Every look asks the provider again, so the page resolves itself once the provider knows. */
export const loader = memberPage(async (scope, { context, id }) => {
  const returned = await resolveReturn(scope, await latestAttempt(scope, id('contentId')));
  const way = wayAfterPayment(returned);
  if (way) throw await seeOther(context, way.to, way.toast);
  const { contentId, title, state } = returned;
  return { contentId, title, isParked: state === 'review' };
});

export default function CheckoutStatus() {
  const { contentId, title, isParked } = useLoaderData<typeof loader>();
  return (
    <DialogPage title={isParked ? 'Your payment needs a person' : 'We are checking your payment'}>
      <p>
        <strong>{title}</strong>
      </p>
      <p>
        {isParked
          ? 'Your payment arrived, but it does not fit this order as it should. We look at it by hand and then open the item or send the money back.'
          : 'The payment provider has not told us yet how it ended. As soon as it does, the item opens by itself; you can leave this page.'}{' '}
        Please do not pay a second time.
      </p>
      <p className="row">
        <ButtonLink kind="primary" href={`/checkout/${contentId}/status`}>
          Check again
        </ButtonLink>
        <ButtonLink kind="secondary" href="/discover">
          Back to Content
        </ButtonLink>
      </p>
      <p className="soft small">
        Still here after an hour? Write to <a href={`mailto:${supportEmail}`}>{supportEmail}</a> and name the
        item.
      </p>
    </DialogPage>
  );
}
