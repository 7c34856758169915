import { db } from '../../../db/kysely.server.ts';
import { isConflict } from '../../../db/retry-on-conflict.server.ts';
import type { ReturnPath } from '../../../domain/checkout-paths.ts';
import { NotFound, Refused } from '../../../errors.ts';
import { PaymentProviderDown } from '../../../payments/payment-errors.ts';
import type { MemberScope } from '../../../scope.ts';
import { processingMessage } from '../attempts/attempt.server.ts';
import { requestOfItem } from '../custom-requests/of-item.server.ts';
import type { Returned } from './after-payment.ts';
import { type Fulfilment, fulfil, fulfilCheckout } from './fulfil.server.ts';
import { confirmationFailed } from './messages.ts';
import type { PurchaseStatus } from './purchase.entity.ts';

/** Confirms the purchase of an item with this member's payment (C4.7, C7.22).
 *  @throws NotFound for another member's payment, Refused when it was not paid (C8.14) or not confirmed (C8.15) */
export async function confirmPurchase(
  scope: MemberScope,
  contentId: number,
  paymentIntentId: string,
): Promise<{ status: 'paid'; contentId: number; purchaseId: number | null }> {
  try {
    if (!(await isOwn(scope, contentId, paymentIntentId))) {
      throw new NotFound('We couldn’t find that payment for this item.');
    }
    const done = await fulfil(scope, paymentIntentId);
    mustBePaid(done);
    return { status: 'paid', contentId, purchaseId: done.purchase?.id ?? null };
  } catch (error) {
    if (error instanceof NotFound || error instanceof Refused) throw error;
    // Another request may have recorded this payment.
    const paid = await paidPurchase(scope, contentId).catch(() => null);
    if (paid) return { status: 'paid', contentId, purchaseId: paid.id };
    // The money may have moved despite the failure. The reconciler finishes it, and the member is warned.
    throw new Refused(confirmationFailed, { status: 503, cause: error });
  }
}

function mustBePaid({ state, message }: Fulfilment) {
  if (state === 'paid') return;
  if (state === 'open') {
    throw new Refused(`Payment Failed: ${message ?? 'The payment was not completed.'}`, { status: 409 });
  }
  if (state === 'processing') throw new Refused(processingMessage, { status: 409 });
  if (state === 'over') {
    throw new Refused('This purchase was cancelled or refunded.', { status: 409 });
  }
  throw new Refused(confirmationFailed, { status: 409 });
}

const paidPurchase = ({ em, viewer }: MemberScope, contentId: number) =>
  db(em)
    .selectFrom('purchases')
    .select('id')
    .where('user_id', '=', viewer.id)
    .where('content_id', '=', contentId)
    .where('status', '=', 'paid')
    .executeTakeFirst();

/** The row has the payment's id. If the provider's answer was lost, the payment's metadata has the purchase. */
async function isOwn({ em, viewer, payments }: MemberScope, contentId: number, paymentId: string) {
  const known = await db(em)
    .selectFrom('purchases')
    .select(['user_id as userId', 'content_id as contentId'])
    .where('payment_id', '=', paymentId)
    .executeTakeFirst();
  if (known) return known.userId === viewer.id && known.contentId === contentId;
  const marks = (await payments.retrievePayment(paymentId))?.purchase;
  return marks?.memberId === String(viewer.id) && marks.contentId === String(contentId);
}

/** The content of the return page. The address proves nothing, so the provider is asked and the purchase is
 *  fulfilled.
 *  @throws NotFound when it is not this member's */
export async function resolveReturn(
  scope: MemberScope,
  { sessionId, paymentId }: Partial<ReturnPath>,
): Promise<Returned> {
  if (!sessionId && !paymentId) throw new NotFound();
  try {
    const done = sessionId ? await fulfilCheckout(scope, sessionId) : await fulfil(scope, paymentId ?? '');
    const { purchase, state, message } = done;
    if (purchase?.userId !== scope.viewer.id || state === 'unknown') throw new NotFound();
    const { contentId, title } = purchase;
    return { state, contentId, title, message, requestId: await requestOfItem(scope, contentId) };
  } catch (error) {
    if (!(error instanceof PaymentProviderDown || isConflict(error))) throw error;
    const own = await db(scope.em)
      .selectFrom('purchases')
      .select(['content_id as contentId', 'title', 'status'])
      .where('user_id', '=', scope.viewer.id)
      .where(({ or, eb }) =>
        or([eb('checkout_id', '=', sessionId ?? null), eb('payment_id', '=', paymentId ?? null)]),
      )
      .executeTakeFirst();
    if (!own) throw error;
    const { contentId, title } = own;
    const requestId = await requestOfItem(scope, contentId);
    return { state: stateOf(own.status), contentId, title, message: null, requestId };
  }
}

/** The saved state of a purchase, while the provider does not answer or other requests are writing. */
function stateOf(status: PurchaseStatus): Returned['state'] {
  if (status === 'paid' || status === 'review') return status;
  return status === 'refunded' || status === 'disputed' ? 'over' : 'checking';
}
