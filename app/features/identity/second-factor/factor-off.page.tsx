import { useLoaderData } from '@remix-run/react';
import { memberPage, seeOther } from '../../../http/pages/page.server.ts';
import { toast } from '../../../http/pages/toast.ts';
import { beginSessionHeaders } from '../../../http/security/session.server.ts';
import { FactorForm } from './factor-form.tsx';
import { factorSchema } from './second-factor.schema.ts';
import { factorStatus, switchOff } from './second-factor.server.ts';

export const meta = () => [
  { title: 'Switch off the second factor | Summa' },
  { name: 'robots', content: 'noindex' },
];

export const loader = memberPage(async (scope, { context }) => {
  if ((await factorStatus(scope)).since === null) throw await seeOther(context, '/account/security');
  return { isAdmin: scope.viewer.isAdmin };
});

export const action = memberPage(async (scope, { context, request, form }) => {
  await switchOff(scope, await form(factorSchema));
  const agent = request.headers.get('user-agent');
  const headers = await beginSessionHeaders(scope, context.cookies, scope.viewer.id, agent);
  const done = toast.success('Your second factor is off', 'Every other browser was signed out.');
  return seeOther(context, '/account/security', done, headers);
});

export default function FactorOff() {
  const { isAdmin } = useLoaderData<typeof loader>();
  return (
    <section className="panel measure" aria-labelledby="off">
      <h1 id="off">Switch off your second factor?</h1>
      <p>
        Your password alone will then open your account. Your recovery codes stop working.
        {isAdmin && ' On a live site the admin pages are closed to you until you set it up again.'}
      </p>
      <FactorForm
        id="factor-off"
        action="/account/security/second-factor/off"
        refused="Your second factor is still on"
        kind="danger"
        pending="Switching off..."
      >
        Switch off
      </FactorForm>
    </section>
  );
}
