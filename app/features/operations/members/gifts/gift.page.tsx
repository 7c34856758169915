import { type MetaFunction, useLoaderData } from '@remix-run/react';
import { paidPlans, planNames } from '../../../../domain/plans.ts';
import { adminPage, seeOther } from '../../../../http/pages/page.server.ts';
import { toast } from '../../../../http/pages/toast.ts';
import { Button, ButtonLink } from '../../../../ui/button.tsx';
import { dayOf } from '../../../../ui/date.ts';
import { DialogPage } from '../../../../ui/dialog-page.tsx';
import { ErrorSummary } from '../../../../ui/error-summary.tsx';
import { Field, RadioGroup, TextArea } from '../../../../ui/field.tsx';
import { usePostedForm } from '../../../../ui/posted-form.tsx';
import { findMember } from '../member.server.ts';
import { giftSchema } from './gift.schema.ts';
import { givePlan, markOf } from './gifts.server.ts';

const usualDays = 30;

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `A plan for @${data?.username ?? 'a member'} | Summa` },
  { name: 'robots', content: 'noindex' },
];

export const loader = adminPage(async ({ em, now }, { id }) => {
  const member = await findMember(em, id());
  const { username, giftPlan, giftEndsAt } = member;
  const usual = new Date(now().getTime() + usualDays * 24 * 3_600_000);
  const lasts = giftPlan !== null && giftEndsAt !== null && new Date(giftEndsAt) > now();
  const until = lasts ? new Date(giftEndsAt) : usual;
  return {
    id: id(),
    username,
    plan: giftPlan ?? 'premium',
    until: until.toISOString().slice(0, 10),
    given: markOf(member),
  };
});

export const action = adminPage(async (scope, { context, id, form }) => {
  const gift = await form(giftSchema);
  await givePlan(scope, id(), gift);
  const text = `${planNames[gift.plan]} until ${dayOf(gift.until)}.`;
  return seeOther(context, `/admin/users/${id()}`, toast.success('Plan given', text));
});

export default function GivePlan() {
  const { id, username, plan, until, given } = useLoaderData<typeof loader>();
  const { form, errors, control } = usePostedForm(giftSchema, { id: 'gift', defaultValue: { plan, until } });
  return (
    <DialogPage title={`Give @${username} a plan`}>
      <p>It is free and ends automatically. A plan they pay for continues; the better of the two counts.</p>
      <form {...form} action={`/admin/users/${id}/gift`} className="form">
        <ErrorSummary errors={errors} title="Not given" />
        <input type="hidden" name="given" value={given} />
        <RadioGroup
          {...control('plan')}
          label="Plan"
          required
          options={paidPlans.map((value) => ({ value, label: planNames[value] }))}
        />
        <Field {...control('until')} label="Last day (UTC)" type="date" required />
        <TextArea {...control('note')} label="Why (optional)" hint="Only admins see it." rows={2} />
        <div className="form__actions">
          <Button kind="primary">Give the plan</Button>
          <ButtonLink kind="secondary" href={`/admin/users/${id}`} data-dialog-close="">
            Cancel
          </ButtonLink>
        </div>
      </form>
    </DialogPage>
  );
}
