import { type MetaFunction, useLoaderData } from '@remix-run/react';
import { Invalid } from '../../../../errors.ts';
import { adminPage, seeOther } from '../../../../http/pages/page.server.ts';
import { toast } from '../../../../http/pages/toast.ts';
import { Button, ButtonLink } from '../../../../ui/button.tsx';
import { Callout } from '../../../../ui/callout.tsx';
import { DialogPage } from '../../../../ui/dialog-page.tsx';
import { ErrorSummary } from '../../../../ui/error-summary.tsx';
import { Field } from '../../../../ui/field.tsx';
import { money } from '../../../../ui/money.ts';
import { usePostedForm } from '../../../../ui/posted-form.tsx';
import { balanceOf } from '../../../commerce/earnings/earnings.server.ts';
import { deleteMember } from '../anonymise.server.ts';
import { confirmSchema, namesAccount } from '../confirm.schema.ts';
import { findMember } from '../member.server.ts';

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `Delete @${data?.username ?? 'creator'} | Summa` },
  { name: 'robots', content: 'noindex' },
];

export const loader = adminPage(async ({ em }, { id }) => {
  const { username, firstName, lastName } = await findMember(em, id());
  const { availableCents } = await balanceOf(em, id());
  return { id: id(), username, name: `${firstName} ${lastName}`, owedCents: Math.max(0, availableCents) };
});

export const action = adminPage(async (scope, { context, id, form }) => {
  const { confirm } = await form(confirmSchema);
  const { username } = await findMember(scope.em, id());
  if (!namesAccount(confirm, username)) {
    throw new Invalid({ confirm: [`This is not the username. Please type ${username}.`] });
  }
  await deleteMember(scope, id());
  return seeOther(context, '/admin/creators', toast.success('Creator deleted successfully'));
});

export default function DeleteCreator() {
  const { id, username, name, owedCents } = useLoaderData<typeof loader>();
  const { form, errors, control } = usePostedForm(confirmSchema, { id: 'delete' });
  return (
    <DialogPage title={`Delete ${name}?`}>
      <p>
        Their name, address, bio and picture are gone for good, they are signed out, and their plan ends. What
        they published disappears; buyers keep what they bought. Sales and payouts stay in the books, without
        a name. This cannot be undone.
      </p>
      {owedCents > 0 && (
        <Callout title={`They are still owed ${money(owedCents)}`} kind="error">
          <p>
            <a href={`/admin/payouts/${id}`}>Pay it out first</a>, if you can. Until then their payout email
            is kept.
          </p>
        </Callout>
      )}
      <form {...form} action={`/admin/creators/${id}/delete`} className="form">
        <ErrorSummary errors={errors} title="Not deleted" />
        <Field
          {...control('confirm')}
          label={`Type ${username} to confirm`}
          required
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
        <div className="form__actions">
          <Button kind="danger" pending="Deleting...">
            Delete for good
          </Button>
          <ButtonLink href={`/admin/creators/${id}`} kind="secondary" data-dialog-close="">
            Cancel
          </ButtonLink>
        </div>
      </form>
    </DialogPage>
  );
}
