import { useLoaderData } from '@remix-run/react';
import { planNames } from '../../../domain/plans.ts';
import { adminPage } from '../../../http/pages/page.server.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { dayOf } from '../../../ui/date.ts';
import { Empty } from '../../../ui/empty.tsx';
import { Field, Select } from '../../../ui/field.tsx';
import { count } from '../../../ui/number.ts';
import { Pager } from '../../../ui/pager.tsx';
import { pageLinks } from '../../core/lists/keyset.ts';
import { memberFilters, memberSorts, shownUsers } from './member-list.schema.ts';
import { countMembers, listMembers } from './member-list.server.ts';
import { Who } from './member-parts.tsx';
import { shownMember } from './shown-member.server.ts';

const size = 24;

export const meta = () => [{ title: 'Users | Summa' }, { name: 'robots', content: 'noindex' }];

export const loader = adminPage(async (scope, { url }) => {
  const filters = memberFilters.parse(Object.fromEntries(url.searchParams));
  const [after, before] = [url.searchParams.get('after'), url.searchParams.get('before')];
  const page = await listMembers(scope, { ...filters, size, after, before });
  const counts: Partial<Record<string, number>> = {
    admins: await countMembers(scope, 'admins'),
    suspended: await countMembers(scope, 'suspended'),
  };
  return {
    filters,
    counts,
    users: page.items.map((user) => shownMember(scope, user)),
    ...pageLinks(url, page),
  };
});

export default function Users() {
  const { filters, counts, users, older, newer } = useLoaderData<typeof loader>();
  return (
    <div className="stack">
      <h1>Users</h1>
      <search>
        <form action="/admin/users" className="ask-row">
          <Field
            name="search"
            label="Search members"
            type="search"
            maxLength={100}
            placeholder="Name, username or email"
            defaultValue={filters.search}
          />
          <Select
            name="show"
            label="Show"
            defaultValue={filters.show}
            options={Object.entries(shownUsers).map(([value, label]) => ({
              value,
              label: value in counts ? `${label} (${count(counts[value] ?? 0)})` : label,
            }))}
          />
          <Select
            name="sort"
            label="Sort by"
            defaultValue={filters.sort}
            options={Object.entries(memberSorts).map(([value, label]) => ({ value, label }))}
          />
          <Button kind="secondary">Search</Button>
        </form>
      </search>
      {users.length === 0 ? (
        <Empty title="No members found" text="Try another name, username or email." icon="users">
          <ButtonLink href="/admin/users">Show everyone</ButtonLink>
        </Empty>
      ) : (
        <ul className="ruled">
          {users.map((user) => (
            <li key={user.id} className="member">
              <Who member={user} />
              <p className="who__facts">
                <strong>{planNames[user.plan]}</strong>{' '}
                <span className="soft small">Joined {dayOf(user.createdAt)}</span>
              </p>
              <p className="row">
                <ButtonLink href={`/admin/users/${user.id}`} kind="secondary">
                  View
                  <span className="visually-hidden"> {`${user.firstName} ${user.lastName}`}</span>
                </ButtonLink>
              </p>
            </li>
          ))}
        </ul>
      )}
      <Pager older={older} newer={newer} />
    </div>
  );
}
