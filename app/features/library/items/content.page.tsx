import { type MetaFunction, useLoaderData } from '@remix-run/react';
import { page } from '../../../http/pages/page.server.ts';
import { agoOf } from '../../../ui/date.ts';
import { structured } from '../../../ui/page-tags.ts';
import { requestOfItem } from '../../commerce/custom-requests/of-item.server.ts';
import { whatUnlocks } from '../../commerce/plans/unlock/unlock.server.ts';
import { UnlockBox } from '../../commerce/plans/unlock/unlock-box.tsx';
import { pageReviews } from '../../community/ratings/page-reviews.server.ts';
import { qualityIn } from '../../core/media/video.ts';
import { cardItem } from '../catalog/card-item.server.ts';
import { ContentGrid } from '../catalog/content-grid.tsx';
import { learningResource } from '../feeds/json-ld.ts';
import { itemMap } from '../map-links/link-view.server.ts';
import { findItem, relatedItems } from './item.server.ts';
import { Downloads } from './item-downloads.tsx';
import { ItemActions, ItemDetails } from './item-facts.tsx';
import { ItemHead } from './item-head.tsx';
import { FirstMedia, MoreMedia, mediaParts } from './item-media.tsx';
import { ItemReviews } from './item-reviews.tsx';
import { ItemSteps } from './item-steps.tsx';
import { itemView } from './item-view.server.ts';
import { shareTags } from './share-tags.ts';
import { momentIn } from './step.ts';
import { countView } from './views.server.ts';

const reviewsShown = 5;
const relatedShown = 3;

export const meta: MetaFunction<typeof loader> = ({ data, matches }) => {
  if (!data) return [];
  const { item, map, origin } = data;
  const creatorUrl = `${origin}/creators/${item.creatorUsername}`;
  const facts = item.isPublished
    ? structured(matches, learningResource({ ...item, creatorUrl, teaches: map.does?.name ?? null }))
    : [];
  return [...shareTags(matches, item), ...facts];
};

export const loader = page(async (scope, { id, request, url }) => {
  const item = await findItem(scope, id());
  // A prefetched page was not seen by the viewer.
  if (request.method === 'GET' && !request.headers.get('sec-purpose')) countView(scope, item);
  const from = momentIn(url.searchParams.get('t'));
  const [{ bars, reviews }, related, unlock, requestId, map] = await Promise.all([
    pageReviews(scope, item.id, reviewsShown),
    relatedItems(scope, item, relatedShown),
    whatUnlocks(scope, item),
    item.status === 'published' ? null : requestOfItem(scope, item.id),
    itemMap(scope, item.id),
  ]);
  const shown = itemView(scope, item, { quality: qualityIn(url.searchParams.get('quality')), from });
  return {
    item: shown,
    unlock,
    map,
    requestId,
    from,
    bars,
    reviews: reviews.map((review) => ({ ...review, ago: agoOf(review.updatedAt, scope.now()) })),
    related: related.map((card) => cardItem(scope, card)),
    path: url.pathname,
    origin: scope.origin,
    isSignedIn: scope.viewer !== null,
    viewerId: scope.viewer?.id ?? null,
  };
});

export default function Content() {
  const { item, unlock, map, requestId, from, bars, reviews, related, ...place } =
    useLoaderData<typeof loader>();
  return (
    <div className="stack stack--loose">
      <article className="item" data-tier={item.tier} data-locked={item.locked || undefined}>
        <ItemHead item={item} />
        <FirstMedia item={item} />
        <ItemActions item={item} from={from}>
          {requestId && (
            <p>
              Made on request: <a href={`/requests/${requestId}`}>what was asked, and what happened</a>.
            </p>
          )}
          {unlock && <UnlockBox {...unlock} back={`/content/${item.id}`} isSignedIn={place.isSignedIn} />}
        </ItemActions>
        <div className="item__text stack">
          {item.description && <p className="lead as-written">{item.description}</p>}
          <Tags tags={item.tags} />
          <Downloads item={item} />
        </div>
        <ItemDetails item={item} map={map} isSignedIn={place.isSignedIn} />
      </article>
      <ItemSteps item={item} from={from} />
      <MoreMedia item={item} media={mediaParts(item.media).videos} />
      <ItemReviews item={item} reviews={reviews} bars={bars} viewerId={place.viewerId} />
      {related.length > 0 && (
        <section className="stack no-print" aria-labelledby="related">
          <h2 id="related">Related techniques</h2>
          <ContentGrid items={related} {...place} heading="h3" isFirst={false} />
        </section>
      )}
    </div>
  );
}

function Tags({ tags }: { tags: string[] }) {
  if (tags.length === 0) return null;
  return (
    <section className="stack" aria-labelledby="tags">
      <h2 id="tags" className="as-h3">
        Also known as, and tags
      </h2>
      <ul className="row">
        {tags.map((tag) => (
          <li key={tag}>
            <a className="tag" href={`/discover?search=${encodeURIComponent(tag)}`}>
              {tag}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
