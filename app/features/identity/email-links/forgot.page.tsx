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
  { title: 'Forgotten password | Summa' },
  { name: 'description', content: 'Ask for a link by mail that lets you choose a new password for Summa.' },
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
        <h1>Look into your mailbox</h1>
        <p>If there is an account with this address, a link to choose a new password is on its way to it.</p>
        <p>
          It is good for one hour, and so is one that came shortly before. Nothing there after a few minutes?
          Look among the spam, or <a href="/auth/forgot">try again</a>.
        </p>
        <OutboxNote hasOutbox={hasOutbox} />
      </div>
    );
  }
  return (
    <div className="panel narrow">
      <h1>Forgotten your password?</h1>
      <p>Tell us the address of your account, and we send you a link to choose a new one.</p>
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
