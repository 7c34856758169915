import type { ReactNode } from 'react';
import { askAbout } from '../../../domain/contact.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { DialogPage } from '../../../ui/dialog-page.tsx';

const titles = {
  processing: 'Your bank is still working on it',
  checking: 'We are checking your payment',
  review: 'Your payment needs a person',
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
        Your bank has your order and has not answered yet; with some banks that takes a few days. As soon as
        the money is through, this opens by itself. There is nothing more to do, and you can leave this page.
      </p>
      <p>
        Should your bank refuse, you pay nothing and can choose another way to pay. Until then please do not
        pay a second time.
      </p>
    </>
  ),
  checking: (
    <p>
      The payment provider has not told us yet how it ended. As soon as it does, this opens by itself; you can
      leave this page. Please do not pay a second time.
    </p>
  ),
  review: (
    <p>
      Your payment arrived, but it does not fit this order as it should. We look at it by hand and then open
      what you paid for or send the money back. Please do not pay a second time.
    </p>
  ),
};
