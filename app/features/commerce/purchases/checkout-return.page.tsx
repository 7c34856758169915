import { checkoutStatusPath, returnPathFrom } from '../../../domain/checkout-paths.ts';
import { memberPage, seeOther } from '../../../http/pages/page.server.ts';
import { toast } from '../../../http/pages/toast.ts';
import { nextAfterPayment, notPaidToast } from './after-payment.ts';
import { resolveReturn } from './confirm.server.ts';
import { notConfirmed } from './messages.ts';

export const meta = () => [{ title: 'Your payment | Summa' }, { name: 'robots', content: 'noindex' }];

/** The provider's page leads back here. The page asks the provider and always redirects. */
export const loader = memberPage(async (scope, { context, url }) => {
  const back = returnPathFrom(url);
  if (!back) throw await seeOther(context, '/discover', notPaidToast);
  const returned = await resolveReturn(scope, back);
  const next = nextAfterPayment(returned);
  if ('to' in next) throw await seeOther(context, next.to, next.toast);
  const { title, text } = notConfirmed;
  const message = next.waiting === 'processing' ? undefined : toast.error(title, text);
  throw await seeOther(context, checkoutStatusPath(returned.contentId), message);
});

export default function CheckoutReturn() {
  return null;
}
