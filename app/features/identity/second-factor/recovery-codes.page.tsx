import { json } from '@remix-run/node';
import { useActionData } from '@remix-run/react';
import { memberPage, seeOther } from '../../../http/pages/page.server.ts';
import { FactorForm } from './factor-form.tsx';
import { RecoveryCodeList } from './recovery-code-list.tsx';
import { factorSchema } from './second-factor.schema.ts';
import { factorStatus, renewCodes } from './second-factor.server.ts';

export const meta = () => [{ title: 'Recovery codes | Summa' }, { name: 'robots', content: 'noindex' }];
export const headers = () => ({ 'Cache-Control': 'private, no-store' });

export const loader = memberPage(async (scope, { context }) => {
  if ((await factorStatus(scope)).since === null) throw await seeOther(context, '/account/security');
  return null;
});

export const action = memberPage(async (scope, { form }) =>
  json({ codes: await renewCodes(scope, await form(factorSchema)) }),
);

export default function RecoveryCodes() {
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
      <p>You get ten new codes. The old ones stop working.</p>
      <FactorForm
        id="recovery-codes"
        action="/account/security/second-factor/codes"
        refused="No new codes were made"
        kind="primary"
        pending="Making them..."
      >
        Make new codes
      </FactorForm>
    </section>
  );
}
