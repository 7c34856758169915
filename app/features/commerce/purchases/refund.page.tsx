import { type MetaFunction, useLoaderData } from '@remix-run/react';
import { adminPage, seeOther } from '../../../http/pages/page.server.ts';
import { toast } from '../../../http/pages/toast.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { Callout } from '../../../ui/callout.tsx';
import { dayOf } from '../../../ui/date.ts';
import { DialogPage } from '../../../ui/dialog-page.tsx';
import { ErrorSummary } from '../../../ui/error-summary.tsx';
import { TextArea } from '../../../ui/field.tsx';
import { Lines } from '../../../ui/lines.tsx';
import { money } from '../../../ui/money.ts';
import { usePostedForm } from '../../../ui/posted-form.tsx';
import { creatorShareCents } from '../ledger/share.ts';
import { findSold, isRefundable } from './all-purchases.server.ts';
import { refundSchema } from './refund.schema.ts';
import { refundPurchase } from './refund-purchase.server.ts';

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `Refund ${data?.sold.title ?? 'a purchase'} | Summa` },
  { name: 'robots', content: 'noindex' },
];

export const loader = adminPage(async (scope, { longId }) => {
  const sold = await findSold(scope, longId());
  return { sold, isOpen: isRefundable(sold) };
});

export const action = adminPage(async (scope, { context, longId, form }) => {
  const { note } = await form(refundSchema);
  const { state } = await refundPurchase(scope, longId(), note ?? null);
  const text =
    state === 'over'
      ? 'The buyer gets their money back and the technique is locked again.'
      : 'The payment provider is processing it. The technique locks once the money is on its way.';
  return seeOther(context, '/admin/purchases', toast.success('Refunded', text));
});

export default function Refund() {
  const { sold, isOpen } = useLoaderData<typeof loader>();
  const { form, errors, control } = usePostedForm(refundSchema, { id: 'refund' });
  return (
    <DialogPage title="Refund this purchase?">
      <Lines
        lines={[
          { label: 'Item', value: sold.title },
          { label: 'Bought by', value: `${sold.buyer}, ${sold.buyerEmail}` },
          { label: 'On', value: dayOf(sold.createdAt) },
          { label: 'Paid', value: money(sold.amountCents), isTotal: true },
        ]}
      />
      {!isOpen && <Callout title="This purchase has already been refunded in full." />}
      <ErrorSummary errors={errors} title="Not refunded" />
      {isOpen && (
        <form {...form} action={`/admin/purchases/${sold.id}/refund`} className="form">
          <p>
            The full amount is refunded to the buyer’s card. The technique is locked for them again, and the
            creator’s share of {money(creatorShareCents(sold.amountCents))} is taken back.
          </p>
          <TextArea {...control('note')} label="Why (optional)" hint="Only admins see it." rows={3} />
          <div className="form__actions">
            <Button kind="danger" pending="Refunding...">
              Refund {money(sold.amountCents)}
            </Button>
            <ButtonLink kind="secondary" href="/admin/purchases" data-dialog-close="">
              Cancel
            </ButtonLink>
          </div>
        </form>
      )}
      {!isOpen && errors && <TextArea {...control('note')} label="What you wrote" rows={3} readOnly />}
      {!isOpen && (
        <p>
          <ButtonLink kind="secondary" href="/admin/purchases">
            All purchases
          </ButtonLink>
        </p>
      )}
    </DialogPage>
  );
}
