import { json } from '@remix-run/node';
import { useActionData } from '@remix-run/react';
import { memberPage, seeOther } from '../../http/page.server.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { ErrorSummary } from '../../ui/error-summary.tsx';
import { usePostedForm } from '../../ui/posted-form.tsx';
import { FactorProofFields } from './factor-proof-fields.tsx';
import { RecoveryCodeList } from './recovery-code-list.tsx';
import secondFactorCss from './second-factor.css?url';
import { factorSchema } from './second-factor.schema.ts';
import { factorStanding, renewCodes } from './second-factor.server.ts';

export const meta = () => [{ title: 'Recovery codes | Summa' }, { name: 'robots', content: 'noindex' }];
export const links = () => [{ rel: 'stylesheet', href: secondFactorCss }];
export const headers = () => ({ 'Cache-Control': 'private, no-store' });

export const loader = memberPage(async (scope, { context }) => {
  if ((await factorStanding(scope)).since === null) throw await seeOther(context, '/account/security');
  return null;
});

export const action = memberPage(async (scope, { form }) =>
  json({ codes: await renewCodes(scope, await form(factorSchema)) }),
);

export default function RecoveryCodes() {
  const { form, errors, control } = usePostedForm(factorSchema, { id: 'recovery-codes' });
  const answer = useActionData<{ codes?: string[] }>();
  if (answer?.codes) {
    return (
      <section className="panel measure" aria-labelledby="codes">
        <h1 id="codes">Your new recovery codes</h1>
        <RecoveryCodeList codes={answer.codes} next="/account/security" />
      </section>
    );
  }
  return (
    <section className="panel measure" aria-labelledby="renew">
      <h1 id="renew">Make new recovery codes</h1>
      <p>You get ten new ones. The older ones do not work any more.</p>
      <form {...form} action="/account/security/second-factor/codes" className="form">
        <ErrorSummary errors={errors} title="No new codes were made" />
        <FactorProofFields control={control} />
        <div className="form__actions">
          <Button kind="primary" pending="Making them...">
            Make new codes
          </Button>
          <ButtonLink href="/account/security" kind="secondary">
            Cancel
          </ButtonLink>
        </div>
      </form>
    </section>
  );
}
