import { type MetaFunction, useLoaderData } from '@remix-run/react';
import { adminPage, seeOther } from '../../../http/pages/page.server.ts';
import { toast } from '../../../http/pages/toast.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { DialogPage } from '../../../ui/dialog-page.tsx';
import { ErrorSummary } from '../../../ui/error-summary.tsx';
import { usePostedForm } from '../../../ui/posted-form.tsx';
import { roleSchema } from './account-status.schema.ts';
import { setAdmin } from './admins.server.ts';
import { findMember } from './member.server.ts';

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `The role of @${data?.username ?? 'a member'} | Summa` },
  { name: 'robots', content: 'noindex' },
];

export const loader = adminPage(async ({ em }, { id }) => {
  const { username, isAdmin } = await findMember(em, id());
  return { id: id(), username, isAdmin };
});

export const action = adminPage(async (scope, { context, id, form }) => {
  const { admin } = await form(roleSchema);
  await setAdmin(scope, id(), admin);
  const title = admin ? 'Is an admin now' : 'Is no longer an admin';
  // An admin who gave up the role cannot see these pages any more.
  const next = !admin && id() === scope.viewer.id ? '/' : `/admin/users/${id()}`;
  return seeOther(context, next, toast.success(title));
});

export default function Role() {
  const { id, username, isAdmin } = useLoaderData<typeof loader>();
  const { form, errors } = usePostedForm(roleSchema, { id: 'role' });
  return (
    <DialogPage title={isAdmin ? `Remove @${username} as an admin?` : `Make @${username} an admin?`}>
      <p>
        {isAdmin
          ? 'They keep their account, but can no longer see or change anything of other members.'
          : 'They may then see, change and delete everything that you may, and make others admins.'}
      </p>
      <form {...form} action={`/admin/users/${id}/role`} className="stack">
        <ErrorSummary errors={errors} title="Nothing changed" />
        <input type="hidden" name="admin" value={String(!isAdmin)} />
        <div className="form__actions">
          <Button kind="danger">{isAdmin ? 'Remove admin' : 'Make admin'}</Button>
          <ButtonLink href={`/admin/users/${id}`} kind="secondary" data-dialog-close="">
            Cancel
          </ButtonLink>
        </div>
      </form>
    </DialogPage>
  );
}
