import { useLoaderData } from '@remix-run/react';
import { memberPage } from '../../../http/pages/page.server.ts';
import { ButtonForm } from '../../../ui/button.tsx';
import { Empty } from '../../../ui/empty.tsx';
import { Moment } from '../../../ui/moment.tsx';
import { Pager } from '../../../ui/pager.tsx';
import { forwardLinks } from '../../core/lists/keyset.ts';
import { listBlocked } from './block.server.ts';

export const meta = () => [{ title: 'Members you blocked | Summa' }, { name: 'robots', content: 'noindex' }];

const pageSize = 50;

export const loader = memberPage(async (scope, { url }) => {
  const page = await listBlocked(scope, { size: pageSize, after: url.searchParams.get('after') });
  return { members: page.items, ...forwardLinks(url, page) };
});

export default function Blocked() {
  const { members, further, start } = useLoaderData<typeof loader>();
  return (
    <div className="stack measure">
      <header className="stack">
        <h1>Members you blocked</h1>
        <p className="lead">They cannot write to you, and you see no comments of each other.</p>
      </header>
      {members.length === 0 && (
        <Empty
          icon="users"
          title="You have blocked no one"
          text="You can block a member on the page of their comment, and in a conversation."
        />
      )}
      <ul className="ruled">
        {members.map(({ id, username, name, at }) => (
          <li key={id} className="row row--apart">
            <span>
              {name}{' '}
              <span className="soft small">
                @{username}, blocked <Moment at={at} as="day" />
              </span>
            </span>
            <ButtonForm
              action={`/messages/${username}/block`}
              fields={{ blocked: '0', back: '/profile/blocked' }}
              kind="secondary"
            >
              Unblock<span className="visually-hidden"> {name}</span>
            </ButtonForm>
          </li>
        ))}
      </ul>
      <Pager older={further} newer={start} words={{ older: 'More', newer: 'First ones' }} />
    </div>
  );
}
