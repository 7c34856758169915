import { json } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { page, seeOther } from '../../../http/pages/page.server.ts';
import { toast } from '../../../http/pages/toast.ts';
import { deviceCookie } from '../../../http/security/session.server.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { ErrorSummary } from '../../../ui/error-summary.tsx';
import { usePostedForm } from '../../../ui/posted-form.tsx';
import { resetSchema } from '../accounts/account.schema.ts';
import { NewPasswordFields } from '../accounts/new-password-fields.tsx';
import { InvalidLink } from './invalid-link.tsx';
import { readLink } from './links.sql.server.ts';
import { resetPassword } from './recovery.server.ts';

export const meta = () => [
  { title: 'New password | Summa' },
  { name: 'description', content: 'Choose a new password for Summa with the link from our email.' },
  { name: 'robots', content: 'noindex' },
];
export const headers = () => ({ 'Cache-Control': 'private, no-store' });

export const loader = page(async ({ em, now }, { params, url }) => {
  const link = await readLink(em, params.token ?? '', ['reset'], now());
  return json({ username: link?.username ?? null, path: url.pathname }, { status: link ? 200 : 410 });
});

export const action = page(async (scope, { context, params, url, form }) => {
  const { password } = await form(resetSchema);
  const userId = await resetPassword(scope, params.token ?? '', password);
  if (userId === null) return seeOther(context, url.pathname);
  const words = 'Every browser was signed out. Please sign in with the new one.';
  // A new password forgets all known devices; this one is added again, to spare its owner strict limits.
  const headers = new Headers({ 'Set-Cookie': await deviceCookie(scope, context.cookies, userId) });
  return seeOther(context, '/auth?tab=sign-in', toast.success('Password changed', words), headers);
});

export default function Reset() {
  const { username, path } = useLoaderData<typeof loader>();
  const { form, errors, control } = usePostedForm(resetSchema, { id: 'reset' });
  if (username === null) {
    return (
      <InvalidLink>
        <p>
          <ButtonLink href="/auth/forgot">Ask for a new link</ButtonLink>
        </p>
      </InvalidLink>
    );
  }
  return (
    <div className="panel narrow">
      <h1>Choose a new password</h1>
      <p>
        For your account <strong>@{username}</strong>.
      </p>
      <form {...form} action={path} className="form">
        <ErrorSummary errors={errors} />
        <NewPasswordFields password={control('password')} confirm={control('confirmPassword')} />
        <Button kind="primary" full pending="Saving...">
          Save the new password
        </Button>
      </form>
    </div>
  );
}
