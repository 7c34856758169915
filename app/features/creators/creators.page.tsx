import { useLoaderData } from '@remix-run/react';
import { page } from '../../http/page.server.ts';
import { Empty } from '../../ui/empty.tsx';
import { Pager } from '../../ui/pager.tsx';
import { pageLinks } from '../content/keyset.ts';
import { pageSize } from '../content/list-page.server.ts';
import { creatorCard } from './creator-card.server.ts';
import { CreatorList } from './creator-list.tsx';
import { listCreators } from './creators.server.ts';

export const meta = () => [
  { title: 'Athletes and creators | Summa' },
  { name: 'description', content: 'Everybody who shares techniques on Summa.' },
];

export const loader = page(async (scope, { url }) => {
  const found = await listCreators(scope, {
    size: pageSize,
    after: url.searchParams.get('after'),
    before: url.searchParams.get('before'),
  });
  return { creators: found.items.map((creator) => creatorCard(scope, creator)), ...pageLinks(url, found) };
});

export default function Creators() {
  const { creators, older, newer } = useLoaderData<typeof loader>();
  return (
    <div className="stack stack--loose">
      <header>
        <h1>Athletes</h1>
        <p className="lead">Everybody who shares techniques here</p>
      </header>
      {creators.length === 0 ? (
        <Empty
          title="No creators yet"
          text="Whoever shares a first technique is the first of them."
          icon="users"
        />
      ) : (
        <CreatorList creators={creators} heading="h2" />
      )}
      <Pager older={older} newer={newer} />
    </div>
  );
}
