import { type MetaFunction, useLoaderData } from '@remix-run/react';
import { billingPath } from '../../../domain/checkout-paths.ts';
import { askAbout, supportEmail } from '../../../domain/contact.ts';
import { memberPage } from '../../../http/pages/page.server.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { dayOf } from '../../../ui/date.ts';
import { type Line, Lines } from '../../../ui/lines.tsx';
import { money } from '../../../ui/money.ts';
import { readableEmail } from '../../identity/accounts/email-address.ts';
import { findReceipt } from './billing.server.ts';

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `Receipt ${data?.receipt.number ?? 'not found'} | Summa` },
  { name: 'robots', content: 'noindex' },
];

export const loader = memberPage(async (scope, { longId }) => {
  const { firstName, lastName, email } = scope.viewer;
  return {
    receipt: await findReceipt(scope, longId()),
    payer: { name: `${firstName} ${lastName}`, email },
    isSandbox: scope.sandbox !== null,
  };
});

export default function Receipt() {
  const { receipt, payer, isSandbox } = useLoaderData<typeof loader>();
  const { number, title, amountCents, returnedCents, paidAt, periodStart, periodEnd, receiptUrl } = receipt;
  const lines: Line[] = [
    { label: 'Receipt', value: number },
    { label: 'Paid on', value: dayOf(paidAt) },
    { label: 'Paid by', value: `${payer.name}, ${readableEmail(payer.email)}` },
    { label: 'For', value: title },
    ...(periodStart && periodEnd
      ? [{ label: 'Period', value: `${dayOf(periodStart)} to ${dayOf(periodEnd)}` }]
      : []),
    { label: 'Paid', value: `${money(amountCents)} USD`, isTotal: true },
    ...(returnedCents > 0
      ? [
          { label: 'Given back', value: `${money(returnedCents)} USD` },
          { label: 'Kept', value: `${money(amountCents - returnedCents)} USD`, isTotal: true },
        ]
      : []),
  ];
  return (
    <div className="stack narrow">
      <article className="panel">
        <h1>Receipt</h1>
        <p className="soft">Summa, The Sum of Jiu-Jitsu. {supportEmail}</p>
        <Lines lines={lines} />
        {isSandbox && <p className="soft small">Made in the sandbox: no money has moved.</p>}
      </article>
      <p className="row no-print">
        <ButtonLink href={billingPath} kind="quiet" icon="back">
          Billing
        </ButtonLink>
        <ButtonLink href={askAbout('payment', `receipt ${receipt.number}`)} kind="quiet">
          Ask about it
        </ButtonLink>
        {receipt.contentId !== null && (
          <ButtonLink href={`/content/${receipt.contentId}`} kind="secondary">
            Open the item
          </ButtonLink>
        )}
        {receiptUrl && (
          <ButtonLink href={receiptUrl} kind="quiet" rel="noreferrer">
            The provider's receipt
          </ButtonLink>
        )}
      </p>
      <p className="soft small no-print">Print this page to keep it on paper or as a PDF.</p>
    </div>
  );
}
