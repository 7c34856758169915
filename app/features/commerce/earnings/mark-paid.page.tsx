import { randomUUID } from 'node:crypto';
import { type MetaFunction, useLoaderData } from '@remix-run/react';
import { adminPage, seeOther } from '../../../http/pages/page.server.ts';
import { toast } from '../../../http/pages/toast.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { DialogPage } from '../../../ui/dialog-page.tsx';
import { ErrorSummary } from '../../../ui/error-summary.tsx';
import { Field } from '../../../ui/field.tsx';
import { Lines } from '../../../ui/lines.tsx';
import { money } from '../../../ui/money.ts';
import { usePostedForm } from '../../../ui/posted-form.tsx';
import { readableEmail } from '../../identity/accounts/email-address.ts';
import { payoutSchema } from './payout.schema.ts';
import { owedTo, recordPayout } from './payouts.server.ts';

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `Pay ${data?.owed.name ?? 'a creator'} | Summa` },
  { name: 'robots', content: 'noindex' },
];

export const loader = adminPage(async (scope, { id }) => {
  return { owed: await owedTo(scope, id('creatorId')), attempt: randomUUID() };
});

export const action = adminPage(async (scope, { context, id, form }) => {
  const { amount: amountCents, paidOut: knownCents, ...sent } = await form(payoutSchema);
  await recordPayout(scope, { creatorId: id('creatorId'), amountCents, knownCents, ...sent });
  return seeOther(
    context,
    '/admin/payouts',
    toast.success('Payout recorded', `${money(amountCents)} marked as paid.`),
  );
});

export default function MarkPaid() {
  const { owed, attempt } = useLoaderData<typeof loader>();
  const available = Math.max(0, owed.availableCents);
  const { form, errors, control } = usePostedForm(payoutSchema, {
    id: 'payout',
    defaultValue: { amount: (available / 100).toFixed(2) },
  });
  return (
    <DialogPage title={`Mark as paid: ${owed.name}`}>
      <p>This only records money that you have already sent. It does not send any.</p>
      <Lines
        lines={[
          { label: 'Payout email', value: readableEmail(owed.payoutEmail ?? 'None yet') },
          { label: 'On hold', value: money(owed.frozenCents) },
          { label: 'Available', value: money(owed.availableCents), isTotal: true },
        ]}
      />
      <form {...form} action={`/admin/payouts/${owed.creatorId}`} className="form">
        <ErrorSummary errors={errors} />
        <input type="hidden" name="attempt" value={attempt} />
        <input type="hidden" name="paidOut" value={owed.paidOutCents} />
        <Field
          {...control('amount')}
          label="Amount in dollars"
          hint={`At most ${money(available)}.`}
          inputMode="decimal"
        />
        <Field
          {...control('reference')}
          label="Reference (optional)"
          hint="The transfer number. The creator sees it."
        />
        <div className="form__actions">
          <Button kind="primary">Mark as paid</Button>
          <ButtonLink kind="secondary" href="/admin/payouts" data-dialog-close="">
            Cancel
          </ButtonLink>
        </div>
      </form>
    </DialogPage>
  );
}
