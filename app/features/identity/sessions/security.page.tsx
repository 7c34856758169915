import { useLoaderData } from '@remix-run/react';
import { memberPage, seeOther } from '../../../http/pages/page.server.ts';
import { toast } from '../../../http/pages/toast.ts';
import { beginSessionHeaders } from '../../../http/security/session.server.ts';
import { Button, ButtonForm } from '../../../ui/button.tsx';
import { ErrorSummary } from '../../../ui/error-summary.tsx';
import { PasswordField } from '../../../ui/field.tsx';
import { usePostedForm } from '../../../ui/posted-form.tsx';
import { passwordChangeSchema } from '../accounts/account.schema.ts';
import { NewPasswordFields } from '../accounts/new-password-fields.tsx';
import { changePassword } from '../email-links/recovery.server.ts';
import { FactorSection } from '../second-factor/factor-section.tsx';
import { factorStatus } from '../second-factor/second-factor.server.ts';
import { SessionList } from './session-list.tsx';
import { listSessions } from './sessions.server.ts';

export const meta = () => [{ title: 'Security | Summa' }, { name: 'robots', content: 'noindex' }];

export const loader = memberPage(async (scope) => ({
  factor: await factorStatus(scope),
  isOwed: scope.viewer.owesSecondFactor,
  sessions: await listSessions(scope),
}));

export const action = memberPage(async (scope, { context, request, form }) => {
  await changePassword(scope, await form(passwordChangeSchema));
  const agent = request.headers.get('user-agent');
  const headers = await beginSessionHeaders(scope, context.cookies, scope.viewer.id, agent);
  const done = toast.success('Password changed', 'Every other browser was signed out.');
  return seeOther(context, '/account/security', done, headers);
});

export default function Security() {
  const { factor, isOwed, sessions } = useLoaderData<typeof loader>();
  return (
    <div className="stack stack--loose measure">
      <h1>Security</h1>
      <section className="panel" aria-labelledby="password">
        <h2 id="password">Password</h2>
        <PasswordForm />
      </section>
      <FactorSection factor={factor} isOwed={isOwed} />
      <section className="panel" aria-labelledby="sessions">
        <h2 id="sessions">Where you are signed in</h2>
        <SessionList sessions={sessions} />
        <ButtonForm action="/account/security/end-all" kind="secondary" icon="out">
          Sign out everywhere
        </ButtonForm>
        <p className="soft small">This browser is signed out as well.</p>
      </section>
    </div>
  );
}

function PasswordForm() {
  const { form, errors, control } = usePostedForm(passwordChangeSchema, { id: 'password-change' });
  return (
    <form {...form} action="/account/security" className="form">
      <ErrorSummary errors={errors} title="Your password was not changed" />
      <PasswordField
        {...control('currentPassword')}
        required
        label="Current password"
        autoComplete="current-password"
        hint={
          <>
            Forgotten? <a href="/auth/forgot">Send me a link</a>.
          </>
        }
      />
      <NewPasswordFields password={control('password')} confirm={control('confirmPassword')} />
      <div className="form__actions">
        <Button kind="primary" pending="Saving...">
          Change password
        </Button>
      </div>
    </form>
  );
}
