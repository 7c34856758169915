import type Stripe from 'stripe';
import { newId } from '../state.server.ts';

export function customerObject(
  given: Pick<Stripe.Customer, 'created' | 'email' | 'name' | 'metadata'>,
): Stripe.Customer {
  const id = newId('cus');
  return {
    id,
    object: 'customer',
    address: null,
    balance: 0,
    currency: null,
    default_source: null,
    delinquent: false,
    description: null,
    discount: null,
    invoice_prefix: id.slice(-8).toUpperCase(),
    invoice_settings: {
      custom_fields: null,
      default_payment_method: null,
      footer: null,
      rendering_options: null,
    },
    livemode: false,
    next_invoice_sequence: 1,
    phone: null,
    preferred_locales: [],
    shipping: null,
    tax_exempt: 'none',
    test_clock: null,
    ...given,
  };
}

export const portalSessionObject = (
  given: Pick<Stripe.BillingPortal.Session, 'id' | 'created' | 'customer' | 'return_url' | 'url'>,
): Stripe.BillingPortal.Session => ({
  object: 'billing_portal.session',
  configuration: 'bpc_sandbox',
  customer_account: null,
  flow: null,
  livemode: false,
  locale: null,
  on_behalf_of: null,
  ...given,
});
