import { checkoutPath } from '../../../domain/checkout-paths.ts';
import { type Toast, toast } from '../../../http/pages/toast.ts';

export const notPaidToast = toast.info(
  'Payment not made',
  'You left the payment page. You have not been charged.',
);

export interface Returned {
  /** `processing`: the bank works on the payment. `checking`: the provider does not answer. */
  state: 'paid' | 'open' | 'processing' | 'checking' | 'over' | 'review';
  contentId: number;
  title: string;
  requestId: number | null;
  message: string | null;
}

type NextStep = { to: string; toast: Toast } | { waiting: 'processing' | 'checking' | 'review' };

export function nextAfterPayment({ state, contentId, title, requestId, message }: Returned): NextStep {
  if (requestId !== null && (state === 'paid' || state === 'over')) {
    const to = `/requests/${requestId}`;
    if (state === 'paid') return { to, toast: toast.success('Paid', 'The work begins now.') };
    return {
      to,
      toast: toast.info('No longer needed', 'Your payment for this request is being refunded.'),
    };
  }
  if (state === 'paid') {
    const link = { href: `/content/${contentId}`, label: `Open ${title}` };
    const text = 'You now have access to this content!';
    return { to: '/discover', toast: toast.success('Purchase Successful', text, link) };
  }
  if (state === 'open') {
    const text = message ?? 'The payment was not completed. Nothing was charged.';
    return { to: checkoutPath(contentId), toast: toast.error('Payment Failed', text) };
  }
  if (state === 'over') {
    const text = 'This purchase was cancelled or refunded. You won’t be charged again.';
    return { to: checkoutPath(contentId), toast: toast.info('Purchase over', text) };
  }
  return { waiting: state };
}
