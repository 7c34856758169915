import { isConflict } from '../../../db/retry-on-conflict.server.ts';
import { Refused } from '../../../errors.ts';
import { isProviderError, PaymentKeyReused, PaymentProviderDown } from '../../../payments/payment-errors.ts';
import type { CheckoutOrder } from '../../../payments/payments.ts';
import type { MemberScope } from '../../../scope.ts';
import { enforceRateLimit } from '../../core/rate-limits/rate-limit.server.ts';
import { customerOf } from '../ledger/customers.server.ts';

/** For a payment that the bank has not confirmed yet. That can take days. */
export const processingMessage =
  'Your bank is still processing your payment. What you paid for opens automatically once it goes through.';

/** The row of an attempt to pay. It is saved, with its key, before the provider is called. */
export interface AttemptRow {
  idempotencyKey: string;
  checkoutId: string | null;
}

/** A way to pay that the provider has made. Exactly one of its two ids is set. */
export interface OpenedPayment {
  formId: string | null;
  clientSecret: string | null;
  checkoutId: string | null;
  url: string | null;
}

/** `outdated` must be ended at the provider before another attempt begins. `done`: there is nothing to pay. */
export type FoundAttempt<Row, Answer> = { open: Row } | { outdated: Row } | { done: Answer };

/** What differs between buying an item and subscribing to a plan (ADR-047). */
export interface AttemptKind<Row extends AttemptRow, Answer> {
  failed: string;
  /** Finds or creates the member's one open attempt. @throws Refused when there is nothing to pay for */
  find(): Promise<FoundAttempt<Row, Answer>>;
  /** Ends an outdated attempt, or fulfils it if paid. @throws Refused while the bank works on the payment */
  endOutdated(row: Row): Promise<unknown>;
  formIdOf(row: Row): string | null;
  /** The provider's state. A paid attempt is fulfilled. @throws Refused while the bank works on the payment */
  outcomeOf(row: Row): Promise<'open' | 'paid' | 'over'>;
  /** Whether the opened way to pay is not paid and can no longer be paid. */
  isClosed(row: Row): Promise<boolean>;
  /** Clears the opened way to pay and sets a new key, unless the attempt is over or another tab has renewed it. */
  renewKey(row: Row): Promise<unknown>;
  /** Closes ways to pay at the provider. A payment that arrived just before is fulfilled or refunded. */
  endOpenedPayments(row: Row, opened: Pick<OpenedPayment, 'formId' | 'checkoutId'>): Promise<unknown>;
  /** Ends everything that the provider made under a key that can no longer be used. */
  endUnderUsedKey(row: Row, customerId: string): Promise<unknown>;
  openForm(
    row: Row,
    customerId: string,
    idempotencyKey: string,
  ): Promise<Pick<OpenedPayment, 'formId' | 'clientSecret'>>;
  pageOrder(row: Row, customerId: string, idempotencyKey: string): CheckoutOrder;
  /** Saves what the provider made. False when another tab has changed the attempt. */
  saveOpened(row: Row, opened: OpenedPayment): Promise<boolean>;
  answer(row: Row, opened: OpenedPayment): Answer;
}

/** A try without an answer has ended an outdated attempt, taken a new key, or found that another tab has changed the
 *  row. Alone, a request rarely needs more than three. The limit keeps two tabs from going on for ever. */
const maxTries = 8;

/** Begins or reopens the member's one attempt and opens a way to pay: the hosted page if `hosted`, else a client
 *  secret. Only one way is open at a time, so that the attempt cannot be paid twice (ADR-014).
 *  @throws Refused (409 when there is nothing to pay or the bank works on it; 503 without the provider; 429) */
export async function startAttempt<Row extends AttemptRow, Answer>(
  scope: MemberScope,
  kind: AttemptKind<Row, Answer>,
  { hosted }: { hosted: boolean },
): Promise<Answer> {
  await enforceRateLimit(scope, 'purchase');
  try {
    for (let tries = 0; tries < maxTries; tries += 1) {
      const found = await kind.find();
      if ('done' in found) return found.done;
      if ('outdated' in found) {
        await kind.endOutdated(found.outdated);
        continue;
      }
      const answer = await open(scope, kind, found.open, hosted);
      if (answer) return answer;
    }
  } catch (error) {
    if (!isProviderError(error) && !isConflict(error)) throw error;
    throw new Refused(kind.failed, { status: 503, cause: error });
  }
  throw new Refused(kind.failed, { status: 503 });
}

/** Null when another request has changed the attempt, so that it must be read again. */
async function open<Row extends AttemptRow, Answer>(
  scope: MemberScope,
  kind: AttemptKind<Row, Answer>,
  row: Row,
  hosted: boolean,
): Promise<Answer | null> {
  if (!(await isUsable(kind, row, hosted))) return null;
  const customerId = await customerOf(scope);
  try {
    const opened = await (hosted ? openPage(scope, kind, row, customerId) : openForm(kind, row, customerId));
    if (await kind.saveOpened(row, opened)) return kind.answer(row, opened);
    await kind.endOpenedPayments(row, opened);
    return null;
  } catch (error) {
    const isSpent =
      error instanceof PaymentKeyReused || (error instanceof PaymentProviderDown && error.keySpent);
    if (!isSpent) throw error;
    // The provider answers nothing useful under this key from now on: end what it made, then take a new key.
    await kind.endUnderUsedKey(row, customerId);
    await kind.renewKey(row);
    return null;
  }
}

/** Checks what was opened before, so that nothing is paid twice. True when a way to pay may be opened now. */
async function isUsable<Row extends AttemptRow, Answer>(
  kind: AttemptKind<Row, Answer>,
  row: Row,
  hosted: boolean,
): Promise<boolean> {
  const { checkoutId } = row;
  const formId = kind.formIdOf(row);
  if (!formId && !checkoutId) return true;
  const isOtherKind = hosted ? formId !== null : checkoutId !== null;
  const was = await kind.outcomeOf(row);
  if (was === 'open' && !isOtherKind && !(await kind.isClosed(row))) return true;
  if (was === 'paid') return false;
  // The new key is saved first. If the process dies here, the old way can still be paid and is then fulfilled.
  await kind.renewKey(row);
  await kind.endOpenedPayments(row, { formId, checkoutId });
  return false;
}

async function openForm<Row extends AttemptRow, Answer>(
  kind: AttemptKind<Row, Answer>,
  row: Row,
  customerId: string,
): Promise<OpenedPayment> {
  const made = await kind.openForm(row, customerId, row.idempotencyKey);
  return { ...made, checkoutId: null, url: null };
}

async function openPage<Row extends AttemptRow, Answer>(
  { payments }: MemberScope,
  kind: AttemptKind<Row, Answer>,
  row: Row,
  customerId: string,
): Promise<OpenedPayment> {
  const order = kind.pageOrder(row, customerId, `${row.idempotencyKey}:page`);
  const { sessionId, url } = await payments.hostedCheckout(order);
  return { formId: null, clientSecret: null, checkoutId: sessionId, url };
}
