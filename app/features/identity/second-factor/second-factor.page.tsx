import { json } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { memberPage, seeOther } from '../../../http/pages/page.server.ts';
import { beginSessionHeaders } from '../../../http/security/session.server.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { ErrorSummary } from '../../../ui/error-summary.tsx';
import { PasswordField } from '../../../ui/field.tsx';
import { usePostedForm } from '../../../ui/posted-form.tsx';
import type { Qr } from '../../core/qr-code/qr.ts';
import { QrCode } from '../../core/qr-code/qr-code.tsx';
import { CodeField } from './code-field.tsx';
import { RecoveryCodeList } from './recovery-code-list.tsx';
import { factorSchema } from './second-factor.schema.ts';
import { begunFactor, factorStatus, switchOn } from './second-factor.server.ts';

export const meta = () => [{ title: 'Second factor | Summa' }, { name: 'robots', content: 'noindex' }];
export const headers = () => ({ 'Cache-Control': 'private, no-store' });

export const loader = memberPage(async (scope, { context }) => {
  const [{ since }, begun] = [await factorStatus(scope), await begunFactor(scope)];
  if (since === null && !begun) throw await seeOther(context, '/account/security');
  return { begun };
});

/** Answers with the codes directly, because a redirect would have to store them. */
export const action = memberPage(async (scope, { context, request, form }) => {
  const codes = await switchOn(scope, await form(factorSchema));
  const agent = request.headers.get('user-agent');
  const headers = await beginSessionHeaders(scope, context.cookies, scope.viewer.id, agent);
  return json({ codes }, { headers });
});

export default function SecondFactor() {
  const { begun } = useLoaderData<typeof loader>();
  const answer = useActionData<{ codes?: string[] }>();
  if (answer?.codes) {
    return (
      <section className="panel measure" aria-labelledby="done">
        <h1 id="done">Your second factor is on</h1>
        <p>Every other browser was signed out. One thing left to do: save your recovery codes.</p>
        <RecoveryCodeList codes={answer.codes} next="/account/security" />
      </section>
    );
  }
  if (!begun) {
    return (
      <section className="panel measure" aria-labelledby="is-on">
        <h1 id="is-on">Your second factor is on</h1>
        <p>Its key and its recovery codes are not shown again. You can make new codes under Security.</p>
        <p>
          <ButtonLink href="/account/security">Security</ButtonLink>
        </p>
      </section>
    );
  }
  return <SetUp begun={begun} />;
}

interface Begun {
  key: string;
  address: string;
  qr: Qr;
}

function SetUp({ begun: { key, address, qr } }: { begun: Begun }) {
  const { form, errors, control } = usePostedForm(factorSchema, { id: 'second-factor' });
  return (
    <div className="stack measure">
      <h1>Set up your second factor</h1>
      <section className="panel" aria-labelledby="scan">
        <h2 id="scan">1. Show the key to your app</h2>
        <p>Use any authenticator app; many password managers work, too. Scan this code with it:</p>
        <QrCode
          className="factor-code"
          qr={qr}
          width={240}
          label="QR code with the key. The key is below as text."
        />
        <p>
          Or type the key (time-based, 6 digits): <br />
          <code>{key}</code>
        </p>
        <p>
          <a className="tap" href={address}>
            Open it in an app on this device
          </a>
        </p>
      </section>
      <section className="panel" aria-labelledby="prove">
        <h2 id="prove">2. Type the code it shows</h2>
        <form {...form} action="/account/security/second-factor#prove" className="form">
          <ErrorSummary errors={errors} title="Your second factor is not on yet" />
          <CodeField {...control('code')} />
          <PasswordField
            {...control('currentPassword')}
            required
            label="Your password"
            autoComplete="current-password"
          />
          <div className="form__actions">
            <Button kind="primary" pending="Switching on...">
              Switch on
            </Button>
            <ButtonLink href="/account/security" kind="secondary">
              Cancel
            </ButtonLink>
          </div>
        </form>
      </section>
    </div>
  );
}
