import { useLoaderData } from '@remix-run/react';
import { page, seeOther } from '../../../http/pages/page.server.ts';
import { Button } from '../../../ui/button.tsx';
import { ErrorSummary } from '../../../ui/error-summary.tsx';
import { Field } from '../../../ui/field.tsx';
import { usePostedForm } from '../../../ui/posted-form.tsx';
import { OutboxNote } from '../../site/outbox/outbox-note.tsx';
import { forgotSchema } from '../accounts/account.schema.ts';
import { askReset } from './recovery.server.ts';

export const meta = () => [
  { title: 'Forgot your password? | Summa' },
  { name: 'description', content: 'Get a link by email to choose a new password for Summa.' },
  { name: 'robots', content: 'noindex' },
];

export const loader = page(({ viewer, outbox }, { url }) => ({
  isSent: url.searchParams.has('sent'),
  email: viewer?.email ?? null,
  hasOutbox: outbox !== null,
}));

export const action = page(async (scope, { context, form }) => {
  const { email } = await form(forgotSchema);
  await askReset(scope, email);
  return seeOther(context, '/auth/forgot?sent');
});

export default function Forgot() {
  const { isSent, email, hasOutbox } = useLoaderData<typeof loader>();
  const { form, errors, control } = usePostedForm(forgotSchema, { id: 'forgot', defaultValue: { email } });
  if (isSent) {
    return (
      <div className="panel narrow">
        <h1>Check your inbox</h1>
        <p>If this address has an account, we’ve sent it a link to choose a new password.</p>
        <p>
          It works for one hour. Nothing after a few minutes? Check your spam folder, or{' '}
          <a href="/auth/forgot">try again</a>.
        </p>
        <OutboxNote hasOutbox={hasOutbox} />
      </div>
    );
  }
  return (
    <div className="panel narrow">
      <h1>Forgot your password?</h1>
      <p>Enter your email and we’ll send you a link to choose a new one.</p>
      <form {...form} action="/auth/forgot" className="form">
        <ErrorSummary errors={errors} />
        <Field
          {...control('email')}
          required
          label="Email"
          type="email"
          autoComplete="username"
          autoCapitalize="none"
        />
        <Button kind="primary" full pending="Sending...">
          Send me a link
        </Button>
      </form>
      <p>
        <a className="tap" href="/auth?tab=sign-in">
          Back to Sign In
        </a>
      </p>
    </div>
  );
}
