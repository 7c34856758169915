import type Stripe from 'stripe';
import type { CheckoutOrder } from '../payments.ts';
import { marksToMetadata, type PriceIds } from './states.server.ts';

const withSession = (address: string) =>
  `${address}${address.includes('?') ? '&' : '?'}session_id={CHECKOUT_SESSION_ID}`;

/** Metadata is set on the payment as well: a session does not pass its own on. */
export function sessionParams(order: CheckoutOrder, prices: PriceIds): Stripe.Checkout.SessionCreateParams {
  const shared = {
    ui_mode: 'hosted_page',
    customer: order.customerId,
    success_url: withSession(order.successUrl),
    cancel_url: order.cancelUrl,
  } as const;
  if (order.kind === 'subscription') {
    const metadata = { user_id: order.memberId };
    return {
      ...shared,
      mode: 'subscription',
      client_reference_id: order.memberId,
      line_items: [{ price: prices[order.plan], quantity: 1 }],
      metadata,
      subscription_data: { metadata },
    };
  }
  const metadata = marksToMetadata(order);
  return {
    ...shared,
    mode: 'payment',
    client_reference_id: order.purchaseId,
    line_items: [
      {
        price_data: { currency: 'usd', unit_amount: order.amountCents, product_data: { name: order.title } },
        quantity: 1,
      },
    ],
    metadata,
    payment_intent_data: { metadata, description: order.title },
  };
}
