import { useLoaderData } from '@remix-run/react';
import { adminPage } from '../../../http/pages/page.server.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { Empty } from '../../../ui/empty.tsx';
import { Pager } from '../../../ui/pager.tsx';
import { showFeatured } from './featured.server.ts';
import { FeaturedEntry } from './featured-entry.tsx';
import { listAllFeatured } from './manage-featured.server.ts';

const size = 48;
const here = '/admin/featured';

export const meta = () => [{ title: 'Featured Content | Summa' }, { name: 'robots', content: 'noindex' }];

export const loader = adminPage(async (scope, { url }) => {
  const cursor = url.searchParams.get('after');
  const { items, after, before } = await listAllFeatured(scope, { size, after: cursor });
  const shown = await showFeatured(scope, items);
  return {
    cards: items.map((typed, index) => ({
      card: shown[index] ?? null,
      linkedTo: typed.contentId,
      isFirst: index === 0 && before === null,
      isLast: index === items.length - 1 && after === null,
    })),
    older: after && `${here}?after=${after}`,
    newest: before && here,
    path: `${url.pathname}${url.search}`,
  };
});

export default function ListFeatured() {
  const { cards, older, newest, path } = useLoaderData<typeof loader>();
  return (
    <div className="stack">
      <header className="row row--apart">
        <h1>Featured Content</h1>
        <ButtonLink href="/admin/featured/new" kind="primary" icon="plus">
          Add Featured Content
        </ButtonLink>
      </header>
      {cards.length === 0 ? (
        <Empty
          title="Nothing featured yet"
          text="The first four active cards appear on the landing page."
          icon="star"
        />
      ) : (
        <ol className="creators">
          {cards.map(
            ({ card, ...place }) =>
              card && <FeaturedEntry key={card.id} card={card} path={path} {...place} />,
          )}
        </ol>
      )}
      <Pager older={older} newer={newest} />
    </div>
  );
}
