import { json } from '@remix-run/node';
import { type MetaFunction, useLoaderData } from '@remix-run/react';
import { NotFound } from '../../../../errors.ts';
import { adminPage } from '../../../../http/pages/page.server.ts';
import { ButtonForm, ButtonLink } from '../../../../ui/button.tsx';
import { Callout } from '../../../../ui/callout.tsx';
import { dayOf } from '../../../../ui/date.ts';
import { Empty } from '../../../../ui/empty.tsx';
import { StatList } from '../../../../ui/figures/stat-list.tsx';
import { money } from '../../../../ui/money.ts';
import { count } from '../../../../ui/number.ts';
import { Pager } from '../../../../ui/pager.tsx';
import { pageLinks } from '../../../core/lists/keyset.ts';
import { cardItem } from '../../../library/catalog/card-item.server.ts';
import { itemsBy, memberDetails } from '../member-details.server.ts';
import { Who } from '../member-parts.tsx';
import { shownMember } from '../shown-member.server.ts';
import { CreatorItems } from './creator-items.tsx';

const size = 24;

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data?.creator ? `@${data.creator.username}` : 'Creator Details'} | Summa` },
  { name: 'robots', content: 'noindex' },
];

export const loader = adminPage(async (scope, { id, url }) => {
  const creator = await memberDetails(scope, id()).catch((error) => {
    if (error instanceof NotFound) return null;
    throw error;
  });
  if (!creator) return json({ creator: null }, { status: 404 });
  const [after, before] = [url.searchParams.get('after'), url.searchParams.get('before')];
  const page = await itemsBy(scope, creator.id, { size, after, before });
  return json({
    creator: shownMember(scope, creator),
    isSelf: creator.id === scope.viewer.id,
    items: page.items.map((card) => ({ ...cardItem(scope, card), id: card.id, status: card.status })),
    ...pageLinks(url, page),
  });
});

export default function Creator() {
  const data = useLoaderData<typeof loader>();
  if (!data.creator) {
    return (
      <Empty
        title="No creator details available"
        text="This account does not exist or was deleted."
        heading="h1"
      >
        <ButtonLink href="/admin/creators">All creators</ButtonLink>
      </Empty>
    );
  }
  const { creator, isSelf, items, older, newer } = data;
  return (
    <div className="stack stack--loose">
      <header className="stack">
        <h1>Creator Details</h1>
        <Who member={creator} size="large" />
        <p className="soft small">
          Joined {dayOf(creator.createdAt)}.{' '}
          {creator.acceptsRequests ? 'Accepts requests for techniques.' : 'Takes no requests.'}
        </p>
        {creator.bio && <p className="as-written">{creator.bio}</p>}
        {creator.suspensionReason && (
          <Callout title="Suspended" kind="error">
            <p>{creator.suspensionReason}</p>
          </Callout>
        )}
      </header>
      <StatList
        stats={[
          ['Total Earnings', money(creator.earnedCents)],
          ['Total Sales', count(creator.totalSales)],
          ['Content Items', count(creator.contentItems)],
          ['Total Likes', count(creator.totalLikes)],
        ]}
      />
      <AdminActions creator={creator} isSelf={isSelf} />
      <section className="stack" aria-labelledby="content">
        <h2 id="content">Content</h2>
        {items.length === 0 ? <p className="soft">Nothing published yet.</p> : <CreatorItems items={items} />}
        <Pager older={older} newer={newer} />
      </section>
    </div>
  );
}

interface ManagedCreator {
  id: number;
  username: string;
  status: string;
  isVerified: boolean;
  contentItems: number;
  earnedCents: number;
}

function AdminActions({ creator, isSelf }: { creator: ManagedCreator; isSelf: boolean }) {
  const { id, username, status, isVerified, contentItems, earnedCents } = creator;
  const here = `/admin/creators/${id}`;
  return (
    <nav className="row" aria-label="What can be done">
      <ButtonLink href={`${here}/edit`} icon="edit">
        Edit
      </ButtonLink>
      <ButtonForm
        action={`${here}/verify`}
        fields={{ verified: String(!isVerified) }}
        kind="secondary"
        icon="check"
      >
        {isVerified ? 'Remove the verified badge' : 'Mark as verified'}
      </ButtonForm>
      <ButtonLink href={`/admin/users/${id}`} kind="secondary" icon="user">
        Account, plan and purchases
      </ButtonLink>
      {status === 'active' && contentItems > 0 && (
        <ButtonLink href={`/creators/${username}`} kind="secondary" icon="eye">
          Public page
        </ButtonLink>
      )}
      {earnedCents > 0 && (
        <ButtonLink href={`/admin/payouts/${id}`} kind="secondary" icon="wallet">
          Pay out
        </ButtonLink>
      )}
      {!isSelf && status === 'active' && (
        <ButtonLink href={`${here}/suspend`} kind="quiet" icon="lock">
          Suspend
        </ButtonLink>
      )}
      {status === 'suspended' && (
        <ButtonForm action={`${here}/reinstate`} kind="secondary">
          Reinstate
        </ButtonForm>
      )}
      {!isSelf && (
        <ButtonLink href={`${here}/delete`} kind="quiet" icon="trash">
          Delete
        </ButtonLink>
      )}
    </nav>
  );
}
