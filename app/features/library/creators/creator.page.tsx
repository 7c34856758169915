import { type MetaFunction, useLoaderData } from '@remix-run/react';
import { page } from '../../../http/pages/page.server.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { Empty } from '../../../ui/empty.tsx';
import { Count } from '../../../ui/figures/count.tsx';
import { cardTags, isFurther, noIndex, structured } from '../../../ui/page-tags.ts';
import { Pager } from '../../../ui/pager.tsx';
import { Avatar } from '../../../ui/pictures/avatar.tsx';
import { offerOf } from '../../commerce/custom-requests/offers/offer.server.ts';
import { OfferBox } from '../../commerce/custom-requests/offers/offer-box.tsx';
import { FollowAllowance } from '../../community/follows/follow-allowance.tsx';
import { FollowButton, followAddress } from '../../community/follows/follow-button.tsx';
import { followAllowance, followedAmong } from '../../community/follows/follows.server.ts';
import { publicListsOf } from '../../study/lists/lists.server.ts';
import { PublicLists } from '../../study/lists/public-lists.tsx';
import { ContentGrid } from '../catalog/content-grid.tsx';
import { filtersOf } from '../catalog/filters.schema.ts';
import { FoundNumber } from '../catalog/found.tsx';
import { listPage } from '../catalog/list-page.server.ts';
import { profilePage } from '../feeds/json-ld.ts';
import { contactOf } from './contact.server.ts';
import { Contact } from './contact.tsx';
import { creatorCard } from './creator-card.server.ts';
import { CreatorFacts } from './creator-list.tsx';
import { findCreator } from './creators.server.ts';
import { ItemFilters } from './item-filters.tsx';

export const meta: MetaFunction<typeof loader> = ({ data, matches, location }) => {
  if (!data) return [];
  const { creator, followers, list } = data;
  const { name, handle, bio, username, avatar } = creator;
  const description = bio ?? `Techniques by ${name} on Summa, the sum of jiu-jitsu.`;
  const url = `${list.origin}/creators/${username}`;
  const here = isFurther(location.search) ? `${url}${location.search}` : url;
  const image = avatar && new URL(avatar, list.origin).href;
  return [
    { title: `${name} (${handle}) | Summa` },
    ...cardTags(matches, { title: name, description, url: here, type: 'profile', image, isSmall: true }),
    { tagName: 'link', rel: 'alternate', type: 'application/rss+xml', title: name, href: `${url}/feed.xml` },
    ...structured(matches, profilePage({ name, username, bio, url, image, followers })),
    ...(isFurther(location.search) ? [noIndex] : []),
  ];
};

const listsShown = 3;

export const loader = page(async (scope, { params, url }) => {
  const creator = await findCreator(scope, params.username ?? '');
  const { tier, contentType, sort } = filtersOf(url.searchParams);
  const filters = { ...filtersOf(new URLSearchParams()), tier, contentType, sort };
  const followed = await followedAmong(scope, [creator.id]);
  return {
    creator: creatorCard(scope, creator),
    followers: creator.subscriberCount,
    following: followed.has(creator.id),
    allowance: await followAllowance(scope),
    contact: await contactOf(scope, creator.id),
    offer: await offerOf(scope, creator.username),
    isSelf: scope.viewer?.id === creator.id,
    publicLists: await publicListsOf(scope, creator.id, listsShown),
    filters,
    list: await listPage(scope, url, { filters, creatorId: creator.id, isCounted: creator.contentCount > 1 }),
  };
});

export default function CreatorPage() {
  const { creator, followers, following, allowance, contact, offer, isSelf, publicLists, filters, list } =
    useLoaderData<typeof loader>();
  const { items, older, newer, near, total, ...place } = list;
  const here = `/creators/${creator.username}`;
  const hasMore = Boolean(contact || offer);
  return (
    <div className="stack stack--loose">
      <header className="who who--head">
        <Avatar userId={creator.id} imageUrl={creator.avatar} size="large" />
        <div className="stack">
          <div>
            <h1>{creator.name}</h1>
            <p className="soft">
              {creator.handle} · <Count of={followAddress(creator.username)} number={followers} /> follower
              <span className="plural">s</span>
            </p>
          </div>
          <CreatorFacts creator={creator} />
          {creator.bio && <p className="as-written">{creator.bio}</p>}
          <div className="row">
            {isSelf ? (
              <ButtonLink href="/profile?edit" kind="secondary" icon="edit">
                Edit Profile
              </ButtonLink>
            ) : (
              <>
                <FollowButton {...creator} following={following} back={here} />
                <ButtonLink
                  href={`/messages/${creator.username}`}
                  kind="secondary"
                  icon="comment"
                  rel="nofollow"
                >
                  Message
                </ButtonLink>
              </>
            )}
            <a className="tap" href={`${here}/feed.xml`}>
              RSS feed
            </a>{' '}
            {!isSelf && (
              <ButtonLink
                href={`/report?creator=${creator.username}`}
                kind="quiet"
                icon="flag"
                rel="nofollow"
                data-dialog=""
              >
                Report
              </ButtonLink>
            )}
          </div>
          {allowance && !isSelf && <FollowAllowance {...allowance} from={here} />}
        </div>
      </header>
      <PublicLists lists={publicLists} />
      {/* By a class, since the list is painted before what stands beside it is read. */}
      <div className={`${hasMore ? 'shown ' : ''}stack stack--loose`}>
        <section className="stack" aria-labelledby="techniques">
          <h2 id="techniques">Techniques</h2>
          {creator.contentCount > 1 && (
            <>
              <ItemFilters action={here} filters={filters} />
              <FoundNumber total={total} />
            </>
          )}
          <div className="stack" data-part="">
            {items.length === 0 ? (
              <Empty
                title="No content found"
                text={
                  creator.contentCount > 0
                    ? 'Try adjusting your filters or search terms'
                    : 'No techniques published yet.'
                }
              />
            ) : (
              <ContentGrid items={items} {...place} heading="h3" />
            )}
            <Pager older={older} newer={newer} />
          </div>
        </section>
        {hasMore && (
          <aside className="stack" aria-label={`More from ${creator.name}`}>
            {contact && <Contact {...creator} {...contact} isSelf={isSelf} isSignedIn={list.isSignedIn} />}
            {offer && <OfferBox {...offer} />}
          </aside>
        )}
      </div>
    </div>
  );
}
