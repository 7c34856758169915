import { type Toast, toast } from '../../http/toast.ts';
import { checkoutPath } from './addresses.ts';

interface Returned {
  state: 'paid' | 'open' | 'checking' | 'over' | 'review';
  contentId: number;
  title: string;
  message: string | null;
}

/** Where somebody goes who comes back from paying, and what they are told; null while that is not known. */
export function wayAfterPayment({ state, contentId, title, message }: Returned): {
  to: string;
  toast: Toast;
} | null {
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
    const text = 'This purchase was cancelled or given back. Nothing more is charged.';
    return { to: checkoutPath(contentId), toast: toast.info('Purchase over', text) };
  }
  return null;
}
