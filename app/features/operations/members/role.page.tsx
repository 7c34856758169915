import { type MetaFunction, useLoaderData } from '@remix-run/react';
import { adminPage, seeOther } from '../../../http/pages/page.server.ts';
import { toast } from '../../../http/pages/toast.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { DialogPage } from '../../../ui/dialog-page.tsx';
import { ErrorSummary } from '../../../ui/error-summary.tsx';
import { usePostedForm } from '../../../ui/posted-form.tsx';
import { roleSchema } from './account-status.schema.ts';
import { setAdmin, setCurator } from './admins.server.ts';
import { findMember } from './member.server.ts';

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `The role of @${data?.username ?? 'a member'} | Summa` },
  { name: 'robots', content: 'noindex' },
];

export const loader = adminPage(async ({ em }, { id, url }) => {
  const { username, isAdmin, isCurator } = await findMember(em, id());
  const role = url.searchParams.has('curator') ? ('curator' as const) : ('admin' as const);
  return { id: id(), username, role, has: role === 'admin' ? isAdmin : isCurator };
});

export const action = adminPage(async (scope, { context, id, form }) => {
  const { admin, curator } = await form(roleSchema);
  if (curator !== undefined) {
    await setCurator(scope, id(), curator);
    const title = curator ? 'Is a curator now' : 'Is no longer a curator';
    return seeOther(context, `/admin/users/${id()}`, toast.success(title));
  }
  const isAdmin = admin === true;
  await setAdmin(scope, id(), isAdmin);
  const title = isAdmin ? 'Is an admin now' : 'Is no longer an admin';
  // An admin who gave up the role cannot see these pages any more.
  const next = !isAdmin && id() === scope.viewer.id ? '/' : `/admin/users/${id()}`;
  return seeOther(context, next, toast.success(title));
});

const roleWords = {
  admin: {
    name: 'an admin',
    given: 'They may then see, change and delete everything that you may, and make others admins.',
    taken: 'They keep their account, but can no longer see or change anything of other members.',
  },
  curator: {
    name: 'a curator',
    given:
      'They may then decide on proposals and corrections for the map, as admins may, and on nothing else.',
    taken: 'They keep their account, but can no longer decide what the map shows. Their decisions stay.',
  },
};

export default function Role() {
  const { id, username, role, has } = useLoaderData<typeof loader>();
  const { form, errors } = usePostedForm(roleSchema, { id: 'role' });
  const { name, given, taken } = roleWords[role];
  const query = role === 'curator' ? '?curator' : '';
  return (
    <DialogPage title={has ? `Remove @${username} as ${name}?` : `Make @${username} ${name}?`}>
      <p>{has ? taken : given}</p>
      <form {...form} action={`/admin/users/${id}/role${query}`} className="stack">
        <ErrorSummary errors={errors} title="Nothing changed" />
        <input type="hidden" name={role} value={String(!has)} />
        <div className="form__actions">
          <Button kind="danger">{has ? `Remove ${role}` : `Make ${role}`}</Button>
          <ButtonLink href={`/admin/users/${id}`} kind="secondary" data-dialog-close="">
            Cancel
          </ButtonLink>
        </div>
      </form>
    </DialogPage>
  );
}
