import type Stripe from 'stripe';
import ts from 'typescript';

/** The SDK's own types, by the names that requests and answers of the sandbox are checked against. */
export interface Shapes {
  BillingPortalSession: Stripe.BillingPortal.Session;
  Charge: Stripe.Charge;
  CheckoutSession: Stripe.Checkout.Session;
  Customer: Stripe.Customer;
  Dispute: Stripe.Dispute;
  Event: Stripe.EventBase;
  Invoice: Stripe.Invoice;
  InvoiceLineItem: Stripe.InvoiceLineItem;
  InvoicePayment: Stripe.InvoicePayment;
  PaymentIntent: Stripe.PaymentIntent;
  Plan: Stripe.Plan;
  Price: Stripe.Price;
  Refund: Stripe.Refund;
  Subscription: Stripe.Subscription;
  SubscriptionItem: Stripe.SubscriptionItem;
  SubscriptionSchedule: Stripe.SubscriptionSchedule;
}

const source = `
import type Stripe from 'stripe';
type Shapes = import('./types.ts').Shapes;
export type None = Record<never, never>;
${[
  'BillingPortalSession',
  'Charge',
  'CheckoutSession',
  'Customer',
  'Dispute',
  'Event',
  'Invoice',
  'InvoiceLineItem',
  'InvoicePayment',
  'PaymentIntent',
  'Plan',
  'Price',
  'Refund',
  'Subscription',
  'SubscriptionItem',
  'SubscriptionSchedule',
]
  .map((name) => `export type ${name} = Shapes['${name}'];`)
  .join('\n')}
${[
  'BillingPortal.SessionCreateParams',
  'Checkout.SessionCreateParams',
  'Checkout.SessionExpireParams',
  'Checkout.SessionRetrieveParams',
  'CustomerCreateParams',
  'CustomerUpdateParams',
  'DisputeRetrieveParams',
  'EventListParams',
  'InvoiceCreatePreviewParams',
  'InvoiceListParams',
  'InvoiceRetrieveParams',
  'InvoiceVoidInvoiceParams',
  'PaymentIntentCancelParams',
  'PaymentIntentCreateParams',
  'PaymentIntentListParams',
  'PaymentIntentRetrieveParams',
  'PriceRetrieveParams',
  'RefundCreateParams',
  'RefundRetrieveParams',
  'SubscriptionCancelParams',
  'SubscriptionCreateParams',
  'SubscriptionListParams',
  'SubscriptionRetrieveParams',
  'SubscriptionScheduleCreateParams',
  'SubscriptionScheduleReleaseParams',
  'SubscriptionScheduleUpdateParams',
  'SubscriptionUpdateParams',
]
  .map((name) => `export type ${name.replace('.', '')} = Stripe.${name};`)
  .join('\n')}
`;

export interface StripeTypes {
  checker: ts.TypeChecker;
  typeOf(name: string): ts.Type;
}

let opened: StripeTypes | null = null;

/** Reads the declarations of the installed SDK; about three seconds, once a process. */
export function stripeTypes(): StripeTypes {
  opened ??= read();
  return opened;
}

function read(): StripeTypes {
  const root = new URL('./names.virtual.ts', import.meta.url).pathname;
  const options: ts.CompilerOptions = {
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    allowImportingTsExtensions: true,
    noEmit: true,
    strict: true,
    skipLibCheck: true,
    types: [],
  };
  const host = ts.createCompilerHost(options);
  const { getSourceFile, fileExists } = host;
  host.getSourceFile = (file, ...rest) =>
    file === root
      ? ts.createSourceFile(file, source, ts.ScriptTarget.ESNext)
      : getSourceFile.call(host, file, ...rest);
  host.fileExists = (file) => file === root || fileExists.call(host, file);
  const program = ts.createProgram([root], options, host);
  const checker = program.getTypeChecker();
  const module = checker.getSymbolAtLocation(program.getSourceFile(root)!);
  const names = new Map(checker.getExportsOfModule(module!).map((symbol) => [symbol.name, symbol]));
  return {
    checker,
    typeOf(name) {
      const symbol = names.get(name);
      if (!symbol) throw new Error(`The check knows no type ${name}`);
      const type = checker.getDeclaredTypeOfSymbol(symbol);
      // A renamed or dropped type of a later SDK would otherwise accept everything.
      if (type.flags & ts.TypeFlags.Any) throw new Error(`The SDK has no type ${name}`);
      return type;
    },
  };
}
