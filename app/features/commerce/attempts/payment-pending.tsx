import type { ReactNode } from 'react';
import { askAbout } from '../../../domain/contact.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { DialogPage } from '../../../ui/dialog-page.tsx';

const titles = {
  processing: 'Your bank is processing the payment',
  checking: 'We are checking your payment',
  review: 'We need to check your payment',
};

export type PendingState = keyof typeof titles;

export const paymentPendingTitle = (state: PendingState | undefined) => titles[state ?? 'checking'];

/** Shown after a payment that is not fulfilled yet. It asks the member not to pay again. */
export function PaymentPending({
  state,
  what,
  again,
  children,
}: {
  state: PendingState;
  what: string;
  again: string;
  children: ReactNode;
}) {
  return (
    <DialogPage title={titles[state]}>
      <p>
        <strong>{what}</strong>
      </p>
      {sentences[state]}
      <p className="row">
        <ButtonLink kind="primary" href={again}>
          Check again
        </ButtonLink>
        {children}
      </p>
      <p className="soft small">
        Still here after {state === 'processing' ? 'ten days' : 'an hour'}?{' '}
        <a href={askAbout('payment', what.slice(0, 100))}>Write to support</a>.
      </p>
    </DialogPage>
  );
}

const sentences: Record<PendingState, ReactNode> = {
  processing: (
    <>
      <p>
        Your bank is processing the payment, which can take a few days. Once it goes through, this opens
        automatically. You don’t need to do anything, and you can leave this page.
      </p>
      <p>
        If your bank declines it, you pay nothing and can choose another way to pay. Until then, please do not
        pay a second time.
      </p>
    </>
  ),
  checking: (
    <p>
      We’re waiting for the payment provider to confirm. Once it does, this opens automatically, so you can
      leave this page. Please do not pay a second time.
    </p>
  ),
  review: (
    <p>
      Your payment arrived, but it does not match this order. We will check it and either open what you paid
      for or refund you. Please do not pay a second time.
    </p>
  ),
};
