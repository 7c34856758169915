import { memberPage, seeOther } from '../../http/page.server.ts';
import { toast } from '../../http/toast.ts';
import { wayAfterPayment } from './after-payment.ts';
import { resolveReturn } from './confirm.server.ts';
import { notConfirmed } from './words.ts';

export const meta = () => [{ title: 'Your payment | Summa' }, { name: 'robots', content: 'noindex' }];

/** Where the provider's page leads back. It asks the provider, and always leads on. */
export const loader = memberPage(async (scope, { context, url: { searchParams } }) => {
  const sessionId = searchParams.get('session_id');
  const paymentId = searchParams.get('payment_intent');
  if (!sessionId && !paymentId) {
    throw await seeOther(
      context,
      '/discover',
      toast.info('Payment not made', 'You left the payment page. Nothing was charged.'),
    );
  }
  const returned = await resolveReturn(scope, { sessionId, paymentId });
  const way = wayAfterPayment(returned);
  if (way) throw await seeOther(context, way.to, way.toast);
  const { title, text } = notConfirmed;
  throw await seeOther(context, `/checkout/${returned.contentId}/status`, toast.error(title, text));
});

export default function CheckoutReturn() {
  return null;
}
