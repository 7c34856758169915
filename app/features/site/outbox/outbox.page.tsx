import { useLoaderData } from '@remix-run/react';
import { NotFound } from '../../../errors.ts';
import { page } from '../../../http/pages/page.server.ts';
import { Empty } from '../../../ui/empty.tsx';
import { Moment } from '../../../ui/moment.tsx';
import { Pager } from '../../../ui/pager.tsx';
import { readableEmail } from '../../identity/accounts/email-address.ts';

export const meta = () => [{ title: 'Outbox | Summa' }, { name: 'robots', content: 'noindex' }];
export const headers = () => ({ 'Cache-Control': 'private, no-store' });

/** Emails that were kept instead of sent, newest first; production has no such page. */
export const loader = page(async ({ outbox }, { url }) => {
  if (!outbox) throw new NotFound();
  const given = url.searchParams.get('after');
  const { mails, after } = await outbox.list({ after: given, size: 24 });
  const lines = mails.map(({ name, to, subject, date }) => ({ name, to: readableEmail(to), subject, date }));
  return { lines, older: after && `/outbox?after=${after}`, newest: given && '/outbox' };
});

export default function OutboxList() {
  const { lines, older, newest } = useLoaderData<typeof loader>();
  return (
    <div className="stack measure">
      <h1>Outbox</h1>
      <p>No mail server is set up, so the site keeps its mail here. Set SMTP_URL to have it sent.</p>
      {lines.length === 0 ? (
        <Empty
          title="No mail yet"
          text="Sign up, or ask for a new password, and an email appears here."
          icon="mail"
        />
      ) : (
        <dl className="lines">
          {lines.map(({ name, to, subject, date }) => (
            <div key={name}>
              <dt>
                <Moment at={date} />, to {to}
              </dt>
              <dd>
                <a href={`/outbox/${name}`}>{subject}</a>
              </dd>
            </div>
          ))}
        </dl>
      )}
      <Pager older={older} newer={newest} />
    </div>
  );
}
