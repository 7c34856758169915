import { type MetaFunction, useLoaderData } from '@remix-run/react';
import { page } from '../../../http/pages/page.server.ts';
import { structured } from '../../../ui/page-tags.ts';
import { requestOfItem } from '../../commerce/custom-requests/of-item.server.ts';
import { whatUnlocks } from '../../commerce/plans/unlock.server.ts';
import { UnlockBox } from '../../commerce/plans/unlock-box.tsx';
import { listRatings } from '../../community/ratings/ratings.server.ts';
import { qualityIn } from '../../core/media/video.ts';
import { cardItem } from '../catalog/card-item.server.ts';
import { ContentGrid } from '../catalog/content-grid.tsx';
import { learningResource } from '../feeds/json-ld.ts';
import { findItem, relatedItems } from './item.server.ts';
import { Downloads } from './item-downloads.tsx';
import { ItemFacts } from './item-facts.tsx';
import { FirstMedia, MoreMedia } from './item-media.tsx';
import { ItemReviews } from './item-reviews.tsx';
import { itemView } from './item-view.server.ts';
import { shareTags } from './share-tags.ts';
import { countView } from './views.server.ts';

const reviewsShown = 5;
const relatedShown = 4;

export const meta: MetaFunction<typeof loader> = ({ data, matches }) => {
  if (!data) return [];
  const { item, origin } = data;
  const creatorUrl = `${origin}/creators/${item.creatorUsername}`;
  const facts = item.isPublished ? structured(matches, learningResource({ ...item, creatorUrl })) : [];
  return [...shareTags(matches, item), ...facts];
};

export const loader = page(async (scope, { id, request, url }) => {
  const item = await findItem(scope, id());
  // A prefetched page was not seen by the viewer.
  if (request.method === 'GET' && !request.headers.get('sec-purpose')) countView(scope, item);
  const [reviews, related, unlock, requestId] = await Promise.all([
    listRatings(scope, item.id, { size: reviewsShown }),
    relatedItems(scope, item, relatedShown),
    whatUnlocks(scope, item),
    item.status === 'published' ? null : requestOfItem(scope, item.id),
  ]);
  const shown = itemView(scope, item, { quality: qualityIn(url.searchParams.get('quality')) });
  return {
    item: shown,
    unlock,
    requestId,
    reviews: reviews.items,
    related: related.map((card) => cardItem(scope, card)),
    path: url.pathname,
    origin: scope.origin,
    isSignedIn: scope.viewer !== null,
    viewerId: scope.viewer?.id ?? null,
  };
});

export default function Content() {
  const { item, unlock, requestId, reviews, related, ...place } = useLoaderData<typeof loader>();
  return (
    <>
      <article className="item" data-tier={item.tier}>
        <FirstMedia item={item} />
        <ItemFacts item={item}>
          {requestId && (
            <p>
              Made on request: <a href={`/requests/${requestId}`}>what was asked, and what happened</a>.
            </p>
          )}
          {unlock && <UnlockBox {...unlock} id={item.id} isSignedIn={place.isSignedIn} />}
        </ItemFacts>
        <div className="item__text stack stack--loose">
          <MoreMedia item={item} />
          <Downloads item={item} />
          {item.description && <p className="item__description as-written">{item.description}</p>}
          <Steps steps={item.steps} hidden={item.locked ? item.stepCount : 0} />
          <Tags tags={item.tags} />
          <ItemReviews item={item} reviews={reviews} viewerId={place.viewerId} />
        </div>
      </article>
      {related.length > 0 && (
        <section className="item__related stack no-print" aria-labelledby="related">
          <h2 id="related">Related techniques</h2>
          <ContentGrid items={related} {...place} heading="h3" isFirst={false} />
        </section>
      )}
    </>
  );
}

function Steps({ steps, hidden }: { steps: string[]; hidden: number }) {
  if (steps.length === 0 && hidden === 0) return null;
  return (
    <section className="stack" aria-labelledby="steps">
      <h2 id="steps">Step by step</h2>
      {hidden > 0 && (
        <p className="soft">
          {hidden === 1 ? 'One step' : `${hidden} steps`}, shown when you unlock this technique.
        </p>
      )}
      {steps.length > 0 && (
        <ol className="item__steps">
          {steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
      )}
    </section>
  );
}

function Tags({ tags }: { tags: string[] }) {
  if (tags.length === 0) return null;
  return (
    <section className="stack" aria-labelledby="tags">
      <h2 id="tags">Also known as, and tags</h2>
      <ul className="tags">
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
