import { useLoaderData } from '@remix-run/react';
import { memberPage, seeOther } from '../../../http/pages/page.server.ts';
import { toast } from '../../../http/pages/toast.ts';
import { Button } from '../../../ui/button.tsx';
import { ErrorSummary } from '../../../ui/error-summary.tsx';
import { Field } from '../../../ui/field.tsx';
import { usePostedForm } from '../../../ui/posted-form.tsx';
import { emailChangeSchema } from '../accounts/account.schema.ts';
import { readableEmail } from '../accounts/email-address.ts';
import { FactorProofFields } from '../second-factor/factor-proof-fields.tsx';
import { factorStatus } from '../second-factor/second-factor.server.ts';
import { askEmailChange } from './email-change.server.ts';

export const meta = () => [{ title: 'Email | Summa' }, { name: 'robots', content: 'noindex' }];

export const loader = memberPage(async (scope) => ({
  email: scope.viewer.email,
  asksCode: (await factorStatus(scope)).since !== null,
}));

export const action = memberPage(async (scope, { context, form }) => {
  const input = await form(emailChangeSchema);
  await askEmailChange(scope, input);
  const words = `We sent a link to ${readableEmail(input.email)}. Nothing changes until you use it.`;
  return seeOther(context, '/account/email', toast.success('Check your new inbox', words));
});

export default function Email() {
  const { email, asksCode } = useLoaderData<typeof loader>();
  const { form, errors, control } = usePostedForm(emailChangeSchema, { id: 'email' });
  return (
    <div className="stack measure">
      <h1>Email</h1>
      <p>
        Your address is <strong>{readableEmail(email)}</strong>. You use it to sign in, and only you can see
        it.
      </p>
      <section className="panel" aria-labelledby="change">
        <h2 id="change">Change your address</h2>
        <form {...form} action="/account/email" className="form">
          <ErrorSummary errors={errors} title="Your address was not changed" />
          <Field
            {...control('email')}
            required
            label="New email"
            type="email"
            autoComplete="email"
            autoCapitalize="none"
            hint="We send a link to it, and let your old address know."
          />
          <FactorProofFields control={control} asksCode={asksCode} />
          <div className="form__actions">
            <Button kind="primary" pending="Sending...">
              Send the link
            </Button>
          </div>
        </form>
      </section>
    </div>
  );
}
