import { type MetaFunction, useLoaderData } from '@remix-run/react';
import { adminPage, seeOther } from '../../../http/pages/page.server.ts';
import { toast } from '../../../http/pages/toast.ts';
import { Button, ButtonLink, Sent } from '../../../ui/button.tsx';
import { DialogPage } from '../../../ui/dialog-page.tsx';
import { ErrorSummary } from '../../../ui/error-summary.tsx';
import { usePostedForm } from '../../../ui/posted-form.tsx';
import { nothingSchema } from '../../identity/accounts/account.schema.ts';
import { readableEmail } from '../../identity/accounts/email-address.ts';
import { findMember } from './member.server.ts';
import { resetFactor } from './reset-factor.server.ts';

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `The second factor of @${data?.username ?? 'a member'} | Summa` },
  { name: 'robots', content: 'noindex' },
];

export const loader = adminPage(async ({ em }, { id }) => {
  const { username, email } = await findMember(em, id());
  return { id: id(), username, email };
});

export const action = adminPage(async (scope, { context, id, form }) => {
  await form(nothingSchema);
  await resetFactor(scope, id());
  const text = 'They are signed out everywhere and have been told by email.';
  return seeOther(context, `/admin/users/${id()}`, toast.success('Second factor reset', text));
});

export default function ResetFactor() {
  const { id, username, email } = useLoaderData<typeof loader>();
  const { form, errors } = usePostedForm(nothingSchema, { id: 'reset-factor' });
  return (
    <DialogPage title={`Reset the second factor of @${username}?`}>
      <p>
        After this, the password alone opens the account. Make sure that the request really comes from its
        owner and not from someone who knows the password: call back, or write to {readableEmail(email)}.
        Every browser is signed out, and we let them know by email.
      </p>
      <form {...form} action={`/admin/users/${id}/second-factor`} className="stack">
        <ErrorSummary errors={errors} title="Nothing changed" />
        <Sent />
        <div className="form__actions">
          <Button kind="danger" pending="Resetting...">
            Reset second factor
          </Button>
          <ButtonLink href={`/admin/users/${id}`} kind="secondary" data-dialog-close="">
            Cancel
          </ButtonLink>
        </div>
      </form>
    </DialogPage>
  );
}
