import { type TestCardOutcome, testCards } from '../card-script.ts';
import { ApiError } from './api-error.server.ts';
import { declineMessage } from './charges.server.ts';
import { type PageAddresses, submitHostedPage } from './hosted-page.server.ts';
import { find, type State } from './state.server.ts';

/** What the browser sends when a card was entered on our own page. */
export interface CardEntry {
  clientSecret: string;
  number: string;
  /** What the payer answered their bank. */
  bank?: 'confirms' | 'refuses' | undefined;
}

export interface CardAnswer {
  status: string;
  error?: { type: string; code?: string | undefined; message?: string | undefined };
}

/** Pays with a test card (https://docs.stripe.com/testing). @throws ApiError for an unknown payment or a wrong secret */
export function confirmCard(
  state: State,
  addresses: PageAddresses,
  id: string,
  { clientSecret, number, bank }: CardEntry,
): CardAnswer {
  const intent = find(state, 'payment_intent', id);
  if (!intent || intent.client_secret !== clientSecret) {
    throw new ApiError(404, `No such payment_intent: '${id}'`, { code: 'resource_missing' });
  }
  const isAsked = intent.status === 'requires_action';
  if (!isAsked && intent.status !== 'requires_payment_method') {
    const message = `This payment is ${intent.status}.`;
    const code = 'payment_intent_unexpected_state';
    return { status: intent.status, error: { type: 'invalid_request_error', code, message } };
  }
  const card = testCards.find((each) => each.number === number.replaceAll(/\s/g, ''));
  const outcome = isAsked && bank ? bankOutcomes[bank] : (card?.outcome ?? 'decline');
  submitHostedPage(state, addresses, id, outcome);
  if (isAsked && bank === 'refuses') intent.last_payment_error = refusedByBank;
  const { status, last_payment_error: error } = intent;
  if (status !== 'requires_payment_method') return { status };
  return { status, error: error ?? { type: 'card_error', message: declineMessage } };
}

const bankOutcomes: Record<'confirms' | 'refuses', TestCardOutcome> = {
  confirms: 'pay',
  refuses: 'decline',
};

/** As Stripe words it (https://docs.stripe.com/error-codes#payment-intent-authentication-failure). */
const refusedByBank = {
  type: 'invalid_request_error',
  code: 'payment_intent_authentication_failure',
  message:
    'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
} as const;
