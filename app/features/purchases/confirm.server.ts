import { row } from '../../db/sql.server.ts';
import { NotFound, Refused } from '../../errors.ts';
import { PaymentProviderDown } from '../../payments/payment-errors.ts';
import type { MemberScope } from '../../scope.ts';
import { requestOfItem } from '../requests/of-item.server.ts';
import type { Back } from './addresses.ts';
import { type Fulfilment, fulfil, fulfilCheckout } from './fulfil.server.ts';
import { beingProcessed, confirmationFailed } from './words.ts';

/**
 * Confirms the purchase of an item with its payment (calls.md §4), which must be this member's own.
 * @throws NotFound for anybody else's payment, Refused with the spec's texts when it was not paid or
 *   could not be confirmed
 */
export async function confirmPurchase(
  scope: MemberScope,
  contentId: number,
  paymentIntentId: string,
): Promise<{ status: 'paid'; contentId: number; purchaseId: number | null }> {
  try {
    if (!(await isOwn(scope, contentId, paymentIntentId))) {
      throw new NotFound('There is no such payment of yours for this item.');
    }
    const done = await fulfil(scope, paymentIntentId);
    mustBePaid(done);
    return { status: 'paid', contentId, purchaseId: done.purchase?.id ?? null };
  } catch (error) {
    if (error instanceof NotFound || error instanceof Refused) throw error;
    // Whatever broke: the money may have moved, the reconciler will finish it, and the person must know.
    throw new Refused(confirmationFailed, { status: 503, cause: error });
  }
}

function mustBePaid({ state, message }: Fulfilment) {
  if (state === 'paid') return;
  if (state === 'open') {
    throw new Refused(`Payment Failed: ${message ?? 'The payment was not completed.'}`, { status: 409 });
  }
  if (state === 'processing') throw new Refused(beingProcessed, { status: 409 });
  if (state === 'over') {
    throw new Refused('This purchase is over: it was cancelled or given back.', { status: 409 });
  }
  throw new Refused(confirmationFailed, { status: 409 });
}

/** The row knows, or, when the answer to its making was lost, the marks on the payment do. */
async function isOwn({ em, viewer, payments }: MemberScope, contentId: number, paymentId: string) {
  const known = await row<{ own: boolean }>(em)`
    select user_id = ${viewer.id} and content_id = ${contentId} as own
    from purchases where payment_id = ${paymentId}`;
  if (known) return known.own;
  const marks = (await payments.retrievePayment(paymentId))?.purchase;
  return marks?.memberId === String(viewer.id) && marks.contentId === String(contentId);
}

export interface Returned {
  /** `processing`: a bank is still working on it. `checking`: the provider does not answer. Loading the page
   *  again resolves both. */
  state: 'paid' | 'open' | 'processing' | 'checking' | 'over' | 'review';
  contentId: number;
  title: string;
  /** Set when it pays for a request. */
  requestId: number | null;
  /** The provider's words when the payment was declined. */
  message: string | null;
}

/**
 * What the return page shows. The address is never proof: the provider is asked, and the purchase fulfilled.
 * @throws NotFound when it is not this member's own
 */
export async function resolveReturn(
  scope: MemberScope,
  { sessionId, paymentId }: Partial<Back>,
): Promise<Returned> {
  if (!sessionId && !paymentId) throw new NotFound();
  const own = await row<{ contentId: number; title: string; status: string }>(scope.em)`
    select content_id as "contentId", title, status from purchases
    where user_id = ${scope.viewer.id}
      and (checkout_id = ${sessionId ?? null} or payment_id = ${paymentId ?? null})`;
  try {
    const done = sessionId ? await fulfilCheckout(scope, sessionId) : await fulfil(scope, paymentId ?? '');
    const { purchase, state, message } = done;
    if (purchase?.userId !== scope.viewer.id || state === 'unknown') throw new NotFound();
    const { contentId, title } = purchase;
    return { state, contentId, title, message, requestId: await requestOfItem(scope, contentId) };
  } catch (error) {
    if (!(error instanceof PaymentProviderDown) || !own) throw error;
    const { contentId, title } = own;
    const requestId = await requestOfItem(scope, contentId);
    return { state: own.status === 'paid' ? 'paid' : 'checking', contentId, title, message: null, requestId };
  }
}
