import { useLoaderData } from '@remix-run/react';
import { Fragment } from 'react';
import { NotFound } from '../../../errors.ts';
import { addressFor } from '../../../http/pages/leave.server.ts';
import { page } from '../../../http/pages/page.server.ts';
import { paragraphs, pieces } from '../../../mail/html.ts';
import { momentOf } from '../../../ui/date.ts';
import { Lines } from '../../../ui/lines.tsx';
import { readableEmail } from '../../identity/accounts/email-address.ts';

export const meta = () => [{ title: 'A mail | Summa' }, { name: 'robots', content: 'noindex' }];
export const headers = () => ({ 'Cache-Control': 'private, no-store' });

export const loader = page(async ({ outbox }, { context, params }) => {
  const mail = await outbox?.read(params.name ?? '');
  if (!mail) throw new NotFound();
  const { from, to, subject, date, text } = mail;
  return {
    from,
    to: readableEmail(to),
    subject,
    date,
    paragraphs: paragraphs(text).map((paragraph) =>
      pieces(paragraph).map((piece) => ({ ...piece, href: piece.href && addressFor(context, piece.href) })),
    ),
  };
});

export default function OneMail() {
  const { from, to, subject, date, paragraphs } = useLoaderData<typeof loader>();
  const facts = [
    { label: 'From', value: from },
    { label: 'To', value: to },
    { label: 'Date', value: momentOf(date) },
  ];
  return (
    <article className="stack measure">
      <p>
        <a className="tap" href="/outbox">
          Outbox
        </a>
      </p>
      <h1>{subject}</h1>
      <Lines lines={facts} />
      <div className="panel">
        {paragraphs.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a mail never changes
          <p key={index}>
            {line.map(({ text, href }) =>
              href ? (
                <a key={text} href={href} className={line.length === 1 ? 'tap' : undefined}>
                  {text}
                </a>
              ) : (
                <Broken key={text} text={text} />
              ),
            )}
          </p>
        ))}
      </div>
    </article>
  );
}

const Broken = ({ text }: { text: string }) => {
  const [first, ...more] = text.split('\n');
  return (
    <>
      {first}
      {more.map((line) => (
        <Fragment key={line}>
          <br />
          {line}
        </Fragment>
      ))}
    </>
  );
};
