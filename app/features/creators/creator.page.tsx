import { type MetaFunction, useLoaderData } from '@remix-run/react';
import { page } from '../../http/page.server.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Pager } from '../../ui/pager.tsx';
import { ContentGrid } from '../content/content-grid.tsx';
import { filtersOf } from '../content/filters.schema.ts';
import { listPage } from '../content/list-page.server.ts';
import { creatorCard } from './creator-card.server.ts';
import { CreatorFacts } from './creator-list.tsx';
import { findCreator } from './creators.server.ts';

export const meta: MetaFunction<typeof loader> = ({ data }) => {
  if (!data) return [];
  const { name, handle, bio, username } = data.creator;
  const description = bio ?? `Techniques by ${name} on Summa, the sum of jiu-jitsu.`;
  const url = `${data.list.origin}/creators/${username}`;
  return [
    { title: `${name} (${handle}) | Summa` },
    { name: 'description', content: description },
    { tagName: 'link', rel: 'canonical', href: url },
    { property: 'og:type', content: 'profile' },
    { property: 'og:title', content: name },
    { property: 'og:description', content: description },
    { property: 'og:url', content: url },
  ];
};

export const loader = page(async (scope, { params, url }) => {
  const creator = await findCreator(scope, params.username ?? '');
  const filters = filtersOf(new URLSearchParams());
  return {
    creator: creatorCard(scope, creator),
    list: await listPage(scope, url, { filters, creatorId: creator.id }),
  };
});

export default function CreatorPage() {
  const { creator, list } = useLoaderData<typeof loader>();
  const { items, older, newer, near, ...place } = list;
  return (
    <div className="stack stack--loose">
      <header className="creator creator--head">
        <Avatar userId={creator.id} imageUrl={creator.avatar} size="large" />
        <div className="stack">
          <div>
            <h1>{creator.name}</h1>
            <p className="soft">{creator.handle}</p>
          </div>
          <CreatorFacts creator={creator} />
          {creator.bio && <p>{creator.bio}</p>}
        </div>
      </header>
      <section className="stack" aria-labelledby="techniques">
        <h2 id="techniques">Techniques</h2>
        {items.length === 0 ? (
          <Empty title="No content found" text="Nothing has been published here yet." />
        ) : (
          <ContentGrid items={items} {...place} />
        )}
        <Pager older={older} newer={newer} />
      </section>
    </div>
  );
}
