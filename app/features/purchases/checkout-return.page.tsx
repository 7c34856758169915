import { memberPage, seeOther } from '../../http/page.server.ts';
import { toast } from '../../http/toast.ts';
import { backFrom, checkoutStatusPath } from './addresses.ts';
import { notMade, wayAfterPayment } from './after-payment.ts';
import { resolveReturn } from './confirm.server.ts';
import { notConfirmed } from './words.ts';

export const meta = () => [{ title: 'Your payment | Summa' }, { name: 'robots', content: 'noindex' }];

/** Where the provider's page leads back. It asks the provider, and always leads on. */
export const loader = memberPage(async (scope, { context, url }) => {
  const back = backFrom(url);
  if (!back) throw await seeOther(context, '/discover', notMade);
  const returned = await resolveReturn(scope, back);
  const way = wayAfterPayment(returned);
  if ('to' in way) throw await seeOther(context, way.to, way.toast);
  const { title, text } = notConfirmed;
  const said = way.waiting === 'processing' ? undefined : toast.error(title, text);
  throw await seeOther(context, checkoutStatusPath(returned.contentId), said);
});

export default function CheckoutReturn() {
  return null;
}
