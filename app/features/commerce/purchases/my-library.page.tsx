import { useLoaderData } from '@remix-run/react';
import { memberPage } from '../../../http/pages/page.server.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { Empty } from '../../../ui/empty.tsx';
import { Pager } from '../../../ui/pager.tsx';
import { myLikes } from '../../community/likes/likes.server.ts';
import { pageLinks } from '../../core/lists/keyset.ts';
import { cardItem } from '../../library/catalog/card-item.server.ts';
import { ContentGrid } from '../../library/catalog/content-grid.tsx';
import { LibraryTabs } from '../../study/screens/library-tabs.tsx';
import { myPurchases } from './library.server.ts';

export const meta = () => [{ title: 'Your library | Summa' }, { name: 'robots', content: 'noindex' }];

const pageSize = 12;

export const loader = memberPage(async (scope, { url }) => {
  const { searchParams } = url;
  const isLiked = searchParams.get('show') === 'liked';
  const list = isLiked ? myLikes : myPurchases;
  const asked = { after: searchParams.get('after'), before: searchParams.get('before') };
  const page = await list(scope, { size: pageSize, ...asked });
  return {
    isLiked,
    items: page.items.map((card) => cardItem(scope, card)),
    ...pageLinks(url, page),
    path: `${url.pathname}${url.search}`,
    origin: scope.origin,
  };
});

export default function Library() {
  const { isLiked, items, older, newer, ...place } = useLoaderData<typeof loader>();
  return (
    <div className="stack">
      <h1>Your library</h1>
      <LibraryTabs current={isLiked ? '/library?show=liked' : '/library'} />
      {items.length > 0 ? <ContentGrid items={items} isSignedIn {...place} /> : <Nothing isLiked={isLiked} />}
      <Pager older={older} newer={newer} />
    </div>
  );
}

function Nothing({ isLiked }: { isLiked: boolean }) {
  return (
    <Empty
      icon={isLiked ? 'heart' : 'bag'}
      title={isLiked ? 'Nothing liked yet' : 'Nothing bought yet'}
      text={
        isLiked
          ? 'Like a technique and you’ll find it here.'
          : 'Techniques you buy stay here for good, whatever your plan.'
      }
    >
      <ButtonLink href="/discover">Discover techniques</ButtonLink>
    </Empty>
  );
}
