import type { BrowserContext, Route } from '@playwright/test';
import type { PayerOutcome } from '../../../app/payments/sandbox/hosted-page.server.ts';
import type { TestStripe } from '../../support/stripe/test-stripe.ts';

/** Cards of Stripe's test mode, and what becomes of a payment with each. */
export const cards = {
  good: '4242424242424242',
  declined: '4000000000000002',
  /** A bank that answers days later. */
  slow: '000123456789',
};
const outcomes: Record<string, PayerOutcome> = {
  [cards.good]: 'pay',
  [cards.declined]: 'decline',
  [cards.slow]: 'start_processing',
};

/** What the browser loads from Stripe: its script, the frame with the fields, the call that confirms, the page. */
export async function meetStripe(context: BrowserContext, fake: TestStripe) {
  const html = (route: Route, body: string) =>
    route.fulfill({
      contentType: 'text/html; charset=utf-8',
      body: `<!doctype html><title>Stripe</title>${body}`,
    });

  await context.route('https://js.stripe.com/**', (route) =>
    route.request().url().endsWith('/endive/stripe.js')
      ? route.fulfill({ contentType: 'text/javascript', body: `(${stripeJs})()` })
      : html(route, `<body>${fields}<script>(${fieldsJs})()</script>`),
  );

  await context.route('https://api.stripe.com/v1/payment_intents/*/confirm', async (route) => {
    const sent = new URLSearchParams(route.request().postData() ?? '');
    const id = route.request().url().split('/').at(-2) ?? '';
    const intent = await fake.find('payment_intent', id);
    const isOpen = intent?.status === 'requires_payment_method';
    if (isOpen && intent.client_secret === sent.get('client_secret')) {
      await fake.payer(id, outcomes[sent.get('number') ?? ''] ?? 'decline');
    }
    const after = await fake.find('payment_intent', id);
    const error = isOpen ? after?.last_payment_error : { type: 'invalid_request_error', message: 'Over.' };
    return route.fulfill({
      json: { error, status: after?.status },
      headers: { 'access-control-allow-origin': '*' },
    });
  });

  await context.route('https://checkout.stripe.com/c/pay/**', async (route) => {
    const { pathname, origin } = new URL(route.request().url());
    const [id = '', outcome] = pathname.split('/').slice(3);
    const isOpen = (await fake.find('checkout.session', id))?.status === 'open';
    if (isOpen && outcome) await fake.payer(id, outcome as PayerOutcome);
    const session = await fake.find('checkout.session', id);
    const back = session?.success_url?.replace('{CHECKOUT_SESSION_ID}', id);
    if (session?.status === 'complete') return html(route, `<h1>Thank you</h1><a href="${back}">Return</a>`);
    if (session?.status === 'expired') return html(route, '<h1>This page has expired</h1>');
    const at = (name: string) => `${origin}/c/pay/${id}/${name}`;
    return html(
      route,
      `<h1>Stripe’s page</h1><a href="${at('pay')}">Pay</a> <a href="${at('start_processing')}">Pay by bank</a>
       <a href="${session?.cancel_url}">Cancel</a>`,
    );
  });
}

const fields = '<label>Card number <input inputmode="numeric" style="font: inherit; width: 100%"></label>';

/** Runs in the frame. */
function fieldsJs() {
  const input = document.querySelector('input');
  input?.addEventListener('input', () => parent.postMessage({ number: input.value }, '*'));
  parent.postMessage({ ready: true }, '*');
}

/** Runs in the page: as much of Stripe's script as the site uses, over the frame and the call of above. */
function stripeJs() {
  const wrong = (message: string) => ({ error: { type: 'validation_error', message } });
  const open = (key: string) => ({
    elements({ mode, amount, currency }: Record<'mode' | 'amount' | 'currency', string>) {
      const frame = document.createElement('iframe');
      const listeners: Record<string, () => void> = {};
      let number = '';
      frame.title = 'Secure payment input frame';
      frame.width = '100%';
      frame.src = `https://js.stripe.com/fields?${new URLSearchParams({ key, mode, amount, currency })}`;
      addEventListener('message', ({ origin, data }) => {
        if (origin !== 'https://js.stripe.com') return;
        if (data.ready) listeners.ready?.();
        else number = data.number;
      });
      return {
        create: () => ({
          on: (name: string, act: () => void) => {
            listeners[name] = act;
          },
          mount: (place: Element) => place.append(frame),
        }),
        submit: async () => (number ? {} : wrong('Your card number is incomplete.')),
        number: () => number,
      };
    },
    async confirmPayment(given: {
      elements: { number(): string };
      clientSecret: string;
      confirmParams: { return_url: string };
    }) {
      const [id = ''] = given.clientSecret.split('_secret_');
      const answer = await fetch(`https://api.stripe.com/v1/payment_intents/${id}/confirm`, {
        method: 'POST',
        body: new URLSearchParams({
          key,
          client_secret: given.clientSecret,
          number: given.elements.number(),
        }),
      });
      const { error, status } = await answer.json();
      if (error) return { error };
      const back = new URL(given.confirmParams.return_url);
      back.searchParams.set('payment_intent', id);
      back.searchParams.set('payment_intent_client_secret', given.clientSecret);
      back.searchParams.set('redirect_status', status === 'processing' ? 'pending' : status);
      location.assign(back);
      return new Promise(() => {});
    },
  });
  Object.assign(window, { Stripe: open });
}
