import { useLoaderData } from '@remix-run/react';
import { adminPage } from '../../../../http/pages/page.server.ts';
import { Button, ButtonLink } from '../../../../ui/button.tsx';
import { dayOf } from '../../../../ui/date.ts';
import { Empty } from '../../../../ui/empty.tsx';
import { Field } from '../../../../ui/field.tsx';
import { money } from '../../../../ui/money.ts';
import { Pager } from '../../../../ui/pager.tsx';
import { pageLinks } from '../../../core/lists/keyset.ts';
import { memberFilters } from '../member-list.schema.ts';
import { countMembers, listMembers } from '../member-list.server.ts';
import { type ShownMember, Who } from '../member-parts.tsx';
import { shownMember } from '../shown-member.server.ts';

const size = 24;

export const meta = () => [{ title: 'Creators | Summa' }, { name: 'robots', content: 'noindex' }];

export const loader = adminPage(async (scope, { url }) => {
  const { search } = memberFilters.parse(Object.fromEntries(url.searchParams));
  const [after, before] = [url.searchParams.get('after'), url.searchParams.get('before')];
  const page = await listMembers(scope, { show: 'creators', search, size, after, before });
  return {
    search,
    total: await countMembers(scope, 'creators'),
    creators: page.items.map((creator) => shownMember(scope, creator)),
    ...pageLinks(url, page),
  };
});

export default function Creators() {
  const { search, total, creators, older, newer } = useLoaderData<typeof loader>();
  return (
    <div className="stack">
      <header>
        <h1>Creator Management</h1>
        <p className="lead">Total Creators: {total}</p>
      </header>
      <search>
        <form action="/admin/creators" className="ask-row">
          <Field
            name="search"
            label="Search creators"
            type="search"
            maxLength={100}
            placeholder="Name, username or email"
            defaultValue={search}
          />
          <Button kind="secondary">Search</Button>
        </form>
      </search>
      {creators.length === 0 ? (
        <Empty
          title={search ? 'No creators found' : 'No creators yet'}
          text={
            search
              ? 'Try another name, username or email.'
              : 'Members appear here once they publish something.'
          }
          icon="users"
        >
          {search && <ButtonLink href="/admin/creators">Show all creators</ButtonLink>}
        </Empty>
      ) : (
        <ul className="ruled">
          {creators.map((creator) => (
            <Creator key={creator.id} creator={creator} />
          ))}
        </ul>
      )}
      <Pager older={older} newer={newer} />
    </div>
  );
}

interface Row extends ShownMember {
  earnedCents: number;
  createdAt: string;
}

function Creator({ creator }: { creator: Row }) {
  const { id, earnedCents, createdAt } = creator;
  const name = <span className="visually-hidden"> {`${creator.firstName} ${creator.lastName}`}</span>;
  return (
    <li className="member">
      <Who member={creator} />
      <p className="who__facts">
        <span>
          <strong>{money(earnedCents)}</strong> <span className="soft small">total earnings</span>
        </span>{' '}
        <span className="soft small">Joined {dayOf(createdAt)}</span>
      </p>
      <p className="row">
        <ButtonLink href={`/admin/creators/${id}`} kind="secondary">
          View{name}
        </ButtonLink>
        <ButtonLink href={`/admin/creators/${id}/edit`} kind="secondary">
          Edit{name}
        </ButtonLink>
        <ButtonLink href={`/admin/creators/${id}/delete`} kind="quiet">
          Delete{name}
        </ButtonLink>
      </p>
    </li>
  );
}
