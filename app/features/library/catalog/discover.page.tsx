import { type MetaFunction, useLoaderData } from '@remix-run/react';
import { labelOf } from '../../../domain/content-terms.ts';
import { page } from '../../../http/pages/page.server.ts';
import { listTags } from '../../../ui/page-tags.ts';
import { Pager } from '../../../ui/pager.tsx';
import { enforceSearchLimit } from '../../core/rate-limits/rate-limit.server.ts';
import { foundLists } from '../../study/lists/found-lists.server.ts';
import { PublicLists } from '../../study/lists/public-lists.tsx';
import { creatorCard } from '../creators/creator-card.server.ts';
import { CreatorList } from '../creators/creator-list.tsx';
import { searchCreators } from '../creators/creators.server.ts';
import { cardItem } from './card-item.server.ts';
import { ContentGrid } from './content-grid.tsx';
import { DiscoverFilters } from './discover-filters.tsx';
import { filtersOf, queryOf, readFilters } from './filters.schema.ts';
import { Found, OtherNames } from './found.tsx';
import { categoriesOf, listPage } from './list-page.server.ts';
import { listContent } from './lists.server.ts';

const creatorsShown = 6;
const listsShown = 4;
const noLists: Awaited<ReturnType<typeof foundLists>> = [];

export const meta: MetaFunction<typeof loader> = ({ data, matches, location }) => {
  const { search, tier, category } = data?.filters ?? {};
  const kind = [tier && labelOf(tier), category].filter(Boolean).join(' ');
  const title = kind ? `${labelOf(kind)} techniques` : 'Discover techniques';
  const page = {
    path: data?.canonical ?? '/discover',
    title: search ? `'${search}' in Discover` : title,
    description: 'Every technique on Summa, by creator, tier, category and level.',
  };
  return listTags(matches, location, page, Boolean(search));
};

export const loader = page(async (scope, { url }) => {
  const { filters, unknown } = readFilters(url.searchParams);
  await enforceSearchLimit(scope, filters.search);
  const [{ hasNoWord, ...list }, categories, creators, lists] = await Promise.all([
    listPage(scope, url, { filters, isCounted: true }),
    categoriesOf(scope),
    filters.search ? searchCreators(scope, filters.search, creatorsShown) : [],
    filters.search ? foundLists(scope, filters.search, listsShown) : noLists,
  ]);
  const query = queryOf(filters).toString();
  const [first] = creators;
  // A search for a person should also show that person's items.
  const theirs =
    list.items.length === 0 && first
      ? await listContent(scope, { filters: filtersOf(new URLSearchParams()), creatorId: first.id, size: 4 })
      : null;
  return {
    filters,
    unknown,
    list,
    hasNoWord,
    categories,
    creators: creators.map((creator) => creatorCard(scope, creator)),
    lists,
    theirs: theirs?.items.map((card) => cardItem(scope, card)) ?? [],
    canonical: query ? `/discover?${query}` : '/discover',
  };
});

export default function Discover() {
  const { filters, unknown, list, hasNoWord, categories, creators, lists, theirs } =
    useLoaderData<typeof loader>();
  const { items, older, newer, near, otherNames, total, ...place } = list;
  return (
    <div className="stack stack--loose">
      <h1>Discover</h1>
      <DiscoverFilters filters={filters} categories={categories} />
      <Found filters={filters} total={total} unknown={unknown} />
      <div className="stack stack--loose" data-part="">
        {creators.length > 0 && (
          <section className="stack" aria-labelledby="found-creators">
            <h2 id="found-creators">Creators</h2>
            <CreatorList creators={creators} />
          </section>
        )}
        <PublicLists lists={lists} />
        <section className="stack" aria-labelledby="found-content">
          <h2 id="found-content" className={filters.search ? undefined : 'visually-hidden'}>
            Content
          </h2>
          {near && (
            <p className="notice" role="status">
              No results for “{filters.search}”. Showing results for{' '}
              <a href={`/discover?search=${encodeURIComponent(near.join(' '))}`}>{near.join(' ')}</a>.
            </p>
          )}
          <OtherNames names={otherNames} />
          {theirs.length > 0 && (
            <p className="notice">
              No results for “{filters.search}”. Here are the newest techniques by{' '}
              <a href={`/creators/${creators[0]?.username}`}>{creators[0]?.name}</a>.
            </p>
          )}
          {hasNoWord && theirs.length === 0 && (
            <p className="notice">
              “{filters.search}” contains only common words like “the” and “about”, which we can’t search for.
              Try a technique, a position or a name.
            </p>
          )}
          <ContentGrid items={theirs.length > 0 ? theirs : items} {...place} heading="h3" />
          <Pager older={older} newer={newer} />
        </section>
      </div>
    </div>
  );
}
