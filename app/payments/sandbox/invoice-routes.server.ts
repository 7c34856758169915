import { ApiError } from './api-error.server.ts';
import { amountDue, prorationLines, subscriptionOf, voidInvoice } from './billing.server.ts';
import { branch, text, whole } from './form.server.ts';
import { invoiceObject } from './objects/invoice.server.ts';
import { wantedPrice } from './plan-routes.server.ts';
import type { Route } from './route.ts';
import { all, get, idIn, list } from './state.server.ts';

/** Invoices (https://docs.stripe.com/api/invoices). */
export const invoiceRoutes: Route[] = [
  {
    verb: 'POST',
    path: /^\/v1\/invoices\/create_preview$/,
    params: 'InvoiceCreatePreviewParams',
    answer: 'Invoice',
    handle(state, _id, params) {
      const subscription = get(state, 'subscription', text(params, 'subscription') ?? '');
      const details = branch(params, 'subscription_details');
      const price = wantedPrice(state, details);
      if (!price) throw new ApiError(400, 'items is missing', { param: 'subscription_details[items]' });
      const lines = prorationLines(subscription, price, whole(details, 'proration_date') ?? state.now);
      const startingBalance = get(state, 'customer', idIn(subscription.customer)).balance;
      const due = amountDue(lines, startingBalance);
      const facts = { subscription, reason: 'subscription_update', lines, created: state.now } as const;
      return invoiceObject({ ...facts, number: null, startingBalance, amountDue: due.amountDue });
    },
  },
  {
    verb: 'GET',
    path: /^\/v1\/invoices\/(\w+)$/,
    params: 'InvoiceRetrieveParams',
    answer: 'Invoice',
    handle: (state, id) => get(state, 'invoice', id),
  },
  {
    verb: 'GET',
    path: /^\/v1\/invoices$/,
    params: 'InvoiceListParams',
    answer: 'Invoice',
    list: true,
    handle(state, _id, params) {
      const wanted = text(params, 'subscription');
      const own = all(state, 'invoice').filter(
        ({ parent }) => idIn(parent?.subscription_details?.subscription) === wanted,
      );
      return list(own, '/v1/invoices');
    },
  },
  {
    verb: 'POST',
    path: /^\/v1\/invoices\/(\w+)\/void$/,
    params: 'InvoiceVoidInvoiceParams',
    answer: 'Invoice',
    handle(state, id) {
      const invoice = get(state, 'invoice', id);
      voidInvoice(state, invoice);
      const subscription = subscriptionOf(state, invoice);
      if (invoice.billing_reason === 'subscription_update') subscription.pending_update = null;
      return invoice;
    },
  },
];
