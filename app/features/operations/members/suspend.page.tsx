import { type MetaFunction, useLoaderData } from '@remix-run/react';
import { adminPage, seeOther } from '../../../http/pages/page.server.ts';
import { toast } from '../../../http/pages/toast.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { DialogPage } from '../../../ui/dialog-page.tsx';
import { ErrorSummary } from '../../../ui/error-summary.tsx';
import { TextArea } from '../../../ui/field.tsx';
import { usePostedForm } from '../../../ui/posted-form.tsx';
import { longestReason, suspendSchema } from './account-status.schema.ts';
import { suspend } from './account-status.server.ts';
import { findMember } from './member.server.ts';

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `Suspend @${data?.username ?? 'creator'} | Summa` },
  { name: 'robots', content: 'noindex' },
];

export const loader = adminPage(async ({ em }, { id }) => {
  const { username, firstName, lastName } = await findMember(em, id());
  return { id: id(), username, name: `${firstName} ${lastName}` };
});

export const action = adminPage(async (scope, { context, id, form }) => {
  const { reason } = await form(suspendSchema);
  await suspend(scope, id(), reason);
  const text = 'They are signed out, and what they published is hidden.';
  return seeOther(context, `/admin/creators/${id()}`, toast.success('Suspended', text));
});

export default function Suspend() {
  const { id, name } = useLoaderData<typeof loader>();
  const { form, errors, control } = usePostedForm(suspendSchema, { id: 'suspend' });
  return (
    <DialogPage title={`Suspend ${name}?`}>
      <p>
        They are signed out and cannot sign in. Their page and items are hidden and nothing they made can be
        bought; buyers keep what they bought. Their plan ends with the month they paid for. You can undo this.
      </p>
      <form {...form} action={`/admin/creators/${id}/suspend`} className="form">
        <ErrorSummary errors={errors} title="Not suspended" />
        <TextArea
          {...control('reason')}
          label="Reason"
          required
          rows={3}
          most={longestReason}
          hint="They read it when they try to sign in."
        />
        <div className="form__actions">
          <Button kind="danger" pending="Suspending...">
            Suspend
          </Button>
          <ButtonLink href={`/admin/creators/${id}`} kind="secondary" data-dialog-close="">
            Cancel
          </ButtonLink>
        </div>
      </form>
    </DialogPage>
  );
}
