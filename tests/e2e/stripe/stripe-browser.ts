import type { BrowserContext, Route } from '@playwright/test';
import { cardScript } from '../../../app/payments/card-script.ts';
import type { PayerOutcome } from '../../../app/payments/sandbox/hosted-page.server.ts';
import type { TestStripe } from '../../support/stripe/test-stripe.ts';

/** What the browser loads from Stripe: its script, the call that confirms, the page. The sandbox answers as Stripe. */
export async function meetStripe(context: BrowserContext, fake: TestStripe) {
  const html = (route: Route, body: string) =>
    route.fulfill({
      contentType: 'text/html; charset=utf-8',
      body: `<!doctype html><title>Stripe</title>${body}`,
    });

  await context.route('https://js.stripe.com/**', (route) =>
    route.request().url().endsWith('/endive/stripe.js')
      ? route.fulfill({ contentType: 'text/javascript', body: cardScript('https://api.stripe.com') })
      : html(route, '<h1>A frame of Stripe</h1>'),
  );

  await context.route('https://api.stripe.com/v1/payment_intents/*/confirm', async (route) => {
    const sent = new URLSearchParams(route.request().postData() ?? '');
    const bank = sent.get('bank') as 'confirms' | 'refuses' | null;
    const answer = await fake.sandbox.confirmCard(route.request().url().split('/').at(-2) ?? '', {
      clientSecret: sent.get('client_secret') ?? '',
      number: sent.get('number') ?? '',
      bank: bank ?? undefined,
    });
    return route.fulfill({ json: answer, headers: { 'access-control-allow-origin': '*' } });
  });

  await context.route('https://checkout.stripe.com/c/pay/**', async (route) => {
    const { pathname, origin } = new URL(route.request().url());
    const [id = '', act] = pathname.split('/').slice(3);
    const isOpen = (await fake.find('checkout.session', id))?.status === 'open';
    if (isOpen && act) await fake.payer(id, act as PayerOutcome);
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
