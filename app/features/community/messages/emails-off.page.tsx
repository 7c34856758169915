import { useLoaderData } from '@remix-run/react';
import { page, seeOther } from '../../../http/pages/page.server.ts';
import { ButtonForm } from '../../../ui/button.tsx';
import { areEmailsOn, turnEmailsOff } from './emails-off.server.ts';

export const meta = () => [
  { title: 'Emails about messages | Summa' },
  { name: 'description', content: 'Turn off the emails that say you have unread messages.' },
  { name: 'robots', content: 'noindex' },
];
export const headers = () => ({ 'Cache-Control': 'private, no-store' });

export const loader = page(async (scope, { params, url }) => ({
  isOn: await areEmailsOn(scope, params.token ?? ''),
  path: url.pathname,
}));

/** Takes the button of the page, and the POST of mail programs, which follow no redirect (RFC 8058). */
export const action = page(async (scope, { context, params, url, fields }) => {
  await turnEmailsOff(scope, params.token ?? '');
  if ((await fields()).has('List-Unsubscribe')) return null;
  return seeOther(context, url.pathname);
});

export default function EmailsOff() {
  const { isOn, path } = useLoaderData<typeof loader>();
  return (
    <div className="panel narrow">
      <h1>Emails about messages</h1>
      {isOn ? (
        <>
          <p>We email you about unread messages, at most once an hour per conversation.</p>
          <ButtonForm action={path}>Turn these emails off</ButtonForm>
        </>
      ) : (
        <p>
          These emails are off. You can turn them on again under <a href="/messages#mails">Messages</a>.
        </p>
      )}
    </div>
  );
}
