import { useLoaderData } from '@remix-run/react';
import { billingPath } from '../../../domain/checkout-paths.ts';
import { planNames } from '../../../domain/plans.ts';
import type { Refused } from '../../../errors.ts';
import { memberPage, seeOther } from '../../../http/pages/page.server.ts';
import { toast } from '../../../http/pages/toast.ts';
import { Button, ButtonLink, Sent } from '../../../ui/button.tsx';
import { dayOf } from '../../../ui/date.ts';
import { DialogPage } from '../../../ui/dialog-page.tsx';
import { ErrorSummary } from '../../../ui/error-summary.tsx';
import { usePostedForm } from '../../../ui/posted-form.tsx';
import { nothingSchema } from '../../identity/accounts/account.schema.ts';
import { billingSummary } from '../plans/billing-summary.server.ts';
import { cancelPlan } from '../plans/change-plan.server.ts';

export const meta = () => [{ title: 'Cancel your plan | Summa' }, { name: 'robots', content: 'noindex' }];

export const loader = memberPage(async (scope, { context }) => {
  const { plan: entitled, subscription } = await billingSummary(scope);
  if (!subscription || (subscription.endsAt && entitled !== 'free'))
    throw await seeOther(context, billingPath);
  const { plan, nextBillingAt, graceUntil } = subscription;
  return { plan, lastsUntil: entitled === 'free' ? null : (graceUntil ?? nextBillingAt) };
});

const afterRefusal = ({ message }: Refused) => ({
  to: billingPath,
  toast: toast.error('Not cancelled', message),
});

export const action = memberPage(async (scope, { context, form }) => {
  await form(nothingSchema);
  await cancelPlan(scope);
  const { subscription } = await billingSummary(scope);
  const lastDay = subscription?.graceUntil ?? subscription?.endsAt;
  const until =
    subscription && lastDay
      ? `You keep ${planNames[subscription.plan]} until ${dayOf(lastDay)}.`
      : 'Nothing more is charged.';
  return seeOther(context, billingPath, toast.success('Plan cancelled', until));
}, afterRefusal);

export default function CancelPlan() {
  const { plan, lastsUntil } = useLoaderData<typeof loader>();
  const { form, errors } = usePostedForm(nothingSchema, { id: 'cancel-plan' });
  const name = planNames[plan];
  return (
    <DialogPage title={`Cancel ${name}?`}>
      <ErrorSummary errors={errors} title="That did not work" />
      <p>
        {lastsUntil
          ? `You keep it until ${dayOf(lastsUntil)}, then you are back on Explorer. What you bought stays yours, your techniques stay published, and until then you can change your mind.`
          : 'It is already closed because its payment failed. Once you cancel, no payment is due and you can choose another plan.'}
      </p>
      <form {...form} action={`${billingPath}/cancel`} className="form__actions">
        <Sent />
        <Button kind="danger" pending="Cancelling...">
          Cancel plan
        </Button>
        <ButtonLink kind="secondary" href={billingPath} data-dialog-close="">
          Keep {name}
        </ButtonLink>
      </form>
    </DialogPage>
  );
}
