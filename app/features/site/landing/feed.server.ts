import type { MemberScope, Scope } from '../../../scope.ts';
import { countUnanswered, listUnanswered } from '../../community/comments/unanswered.server.ts';
import { followingFeed } from '../../community/follows/following-feed.server.ts';
import { pageLinks } from '../../core/lists/keyset.ts';
import { cardItem } from '../../library/catalog/card-item.server.ts';
import { filtersOf } from '../../library/catalog/filters.schema.ts';
import { listPage, pageSize } from '../../library/catalog/list-page.server.ts';
import { goingOn } from '../../study/next/going-on.server.ts';
import { welcome } from '../welcome/welcome.server.ts';

const questionsShown = 3;

/** The home feed: what the viewer began to watch, the lists they began, the questions that wait for them, and the newest items, or with `?feed=following` those of followed creators. */
export async function feedPage(scope: Scope, url: URL) {
  const isFollowing = scope.viewer !== null && url.searchParams.get('feed') === 'following';
  const [latest, following] = [new URLSearchParams(url.search), new URLSearchParams(url.search)];
  for (const query of [latest, following]) for (const name of ['feed', 'after', 'before']) query.delete(name);
  following.set('feed', 'following');
  const tabs = [
    { href: `${url.pathname}${latest.size > 0 ? `?${latest}` : ''}`, label: 'Latest' },
    { href: `${url.pathname}?${following}`, label: 'Following' },
  ];
  const isBeginning = !url.searchParams.has('after') && !url.searchParams.has('before');
  const [page, newMember, own] = await Promise.all([
    isFollowing
      ? followingPage(scope as MemberScope, url)
      : listPage(scope, url, { filters: filtersOf(new URLSearchParams()) }),
    welcome(scope),
    scope.viewer && isBeginning ? ownPart(scope as MemberScope) : nothingOwn,
  ]);
  return { ...page, isFollowing, tabs, newMember, ...own };
}

type OwnPart = Awaited<ReturnType<typeof ownPart>>;
const nothingOwn: OwnPart = { begun: [], lists: [], questions: [], questionCount: 0 };

/** What a member goes on with, above the feed. */
async function ownPart(scope: MemberScope) {
  const [{ begun, lists }, questions] = await Promise.all([
    goingOn(scope),
    scope.viewer.hasContent ? listUnanswered(scope, { size: questionsShown, after: null }) : null,
  ]);
  return {
    begun: begun.map((card) => cardItem(scope, card)),
    lists,
    questions: questions?.items ?? [],
    questionCount: questions?.after ? await countUnanswered(scope) : (questions?.items.length ?? 0),
  };
}
export type FeedPage = Awaited<ReturnType<typeof feedPage>>;

async function followingPage(scope: MemberScope, url: URL) {
  const page = await followingFeed(scope, {
    size: pageSize,
    after: url.searchParams.get('after'),
    before: url.searchParams.get('before'),
  });
  return {
    items: page.items.map((card) => cardItem(scope, card)),
    ...pageLinks(url, page),
    near: null,
    path: `${url.pathname}${url.search}`,
    origin: scope.origin,
    isSignedIn: true,
  };
}
