import { json } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { askAbout } from '../../../domain/contact.ts';
import { page, seeOther } from '../../../http/pages/page.server.ts';
import { toast } from '../../../http/pages/toast.ts';
import { Button, Sent } from '../../../ui/button.tsx';
import { ErrorSummary } from '../../../ui/error-summary.tsx';
import { usePostedForm } from '../../../ui/posted-form.tsx';
import { nothingSchema } from '../accounts/account.schema.ts';
import { readableEmail } from '../accounts/email-address.ts';
import { linkPath } from './account-link.ts';
import { undoEmailChange } from './email-change.server.ts';
import { InvalidLink } from './invalid-link.tsx';
import { readLink } from './links.sql.server.ts';

export const meta = () => [
  { title: 'Take your account back | Summa' },
  { name: 'description', content: 'Undo a change of address that you did not ask for.' },
  { name: 'robots', content: 'noindex' },
];
export const headers = () => ({ 'Cache-Control': 'private, no-store' });

export const loader = page(async ({ em, now }, { params, url }) => {
  const link = await readLink(em, params.token ?? '', ['undo'], now());
  return json(
    { link: link && { email: link.email, username: link.username }, path: url.pathname },
    { status: link ? 200 : 410 },
  );
});

export const action = page(async (scope, { context, params, url, form }) => {
  await form(nothingSchema);
  const reset = await undoEmailChange(scope, params.token ?? '');
  if (reset === null) return seeOther(context, url.pathname);
  const words = 'Every browser is signed out. Now choose a new password.';
  return seeOther(context, linkPath('reset', reset), toast.success('Your account is yours', words));
});

export default function Undo() {
  const { link, path } = useLoaderData<typeof loader>();
  const { form, errors } = usePostedForm(nothingSchema, { id: 'undo' });
  if (!link) {
    return (
      <InvalidLink>
        <p>
          If someone else controls your account, please <a href={askAbout('account')}>write to support</a>.
        </p>
      </InvalidLink>
    );
  }
  return (
    <div className="panel narrow">
      <h1>Was it not you?</h1>
      <p>
        The account <strong>@{link.username}</strong> then stays with{' '}
        <strong>{readableEmail(link.email)}</strong>. The current password stops working, every browser is
        signed out, and you choose a new password on the next page.
      </p>
      <form {...form} action={path} className="form">
        <ErrorSummary errors={errors} title="That did not work" />
        <Sent />
        <Button kind="danger" full pending="Taking it back...">
          Take my account back
        </Button>
      </form>
    </div>
  );
}
