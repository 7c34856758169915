import { type MetaFunction, useLoaderData } from '@remix-run/react';
import { page } from '../../../http/pages/page.server.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { Empty } from '../../../ui/empty.tsx';
import { listTags } from '../../../ui/page-tags.ts';
import { Pager } from '../../../ui/pager.tsx';
import { FollowAllowance } from '../../community/follows/follow-allowance.tsx';
import { followAllowance, followedAmong } from '../../community/follows/follows.server.ts';
import { pageLinks } from '../../core/lists/keyset.ts';
import { enforceSearchLimit } from '../../core/rate-limits/rate-limit.server.ts';
import { pageSize } from '../catalog/list-page.server.ts';
import { creatorCard } from './creator-card.server.ts';
import { listCreators, searchCreators } from './creators.server.ts';
import { directoryFilters } from './directory.schema.ts';
import { Directory, DirectoryFilterForm, JoinCommunity, PlatformStats } from './directory-parts.tsx';
import { platformStats } from './platform.server.ts';

export const meta: MetaFunction<typeof loader> = ({ data, matches, location }) => {
  const page = {
    path: '/creators',
    title: 'Athletes and creators',
    description: 'Everyone who shares techniques on Summa.',
  };
  return listTags(matches, location, page, Boolean(data?.filters.search));
};

export const loader = page(async (scope, { url }) => {
  const filters = directoryFilters(url.searchParams);
  await enforceSearchLimit(scope, filters.search);
  const [after, before] = [url.searchParams.get('after'), url.searchParams.get('before')];
  const found = await listCreators(scope, { filters, size: pageSize, after, before });
  // An unknown name may be misspelt. With a belt or martial art chosen, the filter may be why nothing was found.
  const isNameAlone = filters.search !== '' && !filters.belt && !filters.martialArt && !after && !before;
  const isNear = found.items.length === 0 && isNameAlone;
  const creators = isNear ? await searchCreators(scope, filters.search, pageSize) : found.items;
  const followed = await followedAmong(
    scope,
    creators.map(({ id }) => id),
  );
  return {
    filters,
    allowance: await followAllowance(scope),
    isNear: isNear && creators.length > 0,
    creators: creators.map((creator) => ({
      ...creatorCard(scope, creator),
      followers: creator.subscriberCount,
      following: followed.has(creator.id),
      isSelf: scope.viewer?.id === creator.id,
    })),
    figures: await platformStats(scope).catch(() => null),
    ...pageLinks(url, found),
    path: `${url.pathname}${url.search}`,
    isSignedIn: scope.viewer !== null,
  };
});

export default function Creators() {
  const { filters, allowance, isNear, creators, figures, older, newer, path, isSignedIn } =
    useLoaderData<typeof loader>();
  return (
    <div className="stack stack--loose">
      <header>
        <h1>Athletes</h1>
        <p className="lead">Everyone who shares techniques here</p>
      </header>
      <PlatformStats figures={figures} />
      <DirectoryFilterForm filters={filters} />
      {allowance && <FollowAllowance {...allowance} from="/creators" />}
      {isNear && (
        <p className="notice" role="status">
          No one is called “{filters.search}”. Here are similar names.
        </p>
      )}
      {creators.length === 0 ? (
        <Empty title="No athletes found" text="Try another name, or fewer filters." icon="users">
          <ButtonLink href="/creators">Show everyone</ButtonLink>
        </Empty>
      ) : (
        <Directory creators={creators} path={path} isSignedIn={isSignedIn} />
      )}
      <Pager older={older} newer={newer} />
      {!isSignedIn && <JoinCommunity />}
    </div>
  );
}
