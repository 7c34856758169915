import { prorationLines, voidInvoice } from './billing.ts';
import { branch, Fault, get, idIn, type Route, text, whole } from './books.ts';
import { invoiceObject, list } from './objects.ts';
import { wantedPrice } from './plan-routes.ts';

export const invoiceRoutes: Route[] = [
  {
    verb: 'POST',
    path: /^\/v1\/invoices\/create_preview$/,
    params: 'InvoiceCreatePreviewParams',
    answer: 'Invoice',
    act(books, _id, params) {
      const subscription = get(books.subscriptions, text(params, 'subscription') ?? '', 'subscription');
      const details = branch(params, 'subscription_details');
      const price = wantedPrice(books, details);
      if (!price) throw new Fault(400, 'items is missing', { param: 'subscription_details[items]' });
      const lines = prorationLines(subscription, price, whole(details, 'proration_date') ?? books.now());
      return invoiceObject(books, { subscription, reason: 'subscription_update', lines }, null);
    },
  },
  {
    verb: 'GET',
    path: /^\/v1\/invoices\/(\w+)$/,
    params: 'InvoiceRetrieveParams',
    answer: 'Invoice',
    act: (books, id) => get(books.invoices, id, 'invoice'),
  },
  {
    verb: 'GET',
    path: /^\/v1\/invoices$/,
    params: 'InvoiceListParams',
    answer: 'Invoice',
    list: true,
    act(books, _id, params) {
      const wanted = text(params, 'subscription');
      const own = [...books.invoices.values()].filter(
        ({ parent }) => idIn(parent?.subscription_details?.subscription) === wanted,
      );
      return list(own.reverse(), '/v1/invoices');
    },
  },
  {
    verb: 'POST',
    path: /^\/v1\/invoices\/(\w+)\/void$/,
    params: 'InvoiceVoidInvoiceParams',
    answer: 'Invoice',
    act(books, id) {
      const invoice = get(books.invoices, id, 'invoice');
      voidInvoice(books, invoice);
      const subscription = get(
        books.subscriptions,
        idIn(invoice.parent?.subscription_details?.subscription),
        'subscription',
      );
      if (invoice.billing_reason === 'subscription_update') subscription.pending_update = null;
      return invoice;
    },
  },
];
