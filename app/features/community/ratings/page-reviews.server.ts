import { countAll, db } from '../../../db/kysely.server.ts';
import { recentOfAll } from '../../../db/recent-reads.server.ts';
import type { Scope } from '../../../scope.ts';
import { profileImage } from '../../core/media/pictures.server.ts';
import { shownRatings } from './ratings.server.ts';

/** How many of the newest ratings the page chooses from, and how many its bars count. */
const chosenFrom = 40;
const countedAtMost = 1_000;

/** What an item's page shows of its ratings: the viewer's own first, then those with words, each newest first. */
export async function pageReviews(scope: Scope, contentId: number, size: number) {
  const read = () => Promise.all([newestReviews(scope, contentId), starBars(scope, contentId)]);
  const [newest, bars] = await recentOfAll(scope, `reviews of ${contentId}`, read);
  const viewerId = scope.viewer?.id;
  const rank = ({ userId, review }: (typeof newest)[number]) => (userId === viewerId ? 0 : review ? 1 : 2);
  const shown = newest.toSorted((one, other) => rank(one) - rank(other)).slice(0, size);
  return {
    bars,
    reviews: shown.map(({ imageKey, ...review }) => ({ ...review, image: profileImage(scope, imageKey) })),
  };
}
export type PageReviews = Awaited<ReturnType<typeof pageReviews>>;

const newestReviews = ({ em }: Scope, contentId: number) =>
  shownRatings(em, contentId, 'desc')
    .select(['u.profile_image_key as imageKey', 'u.belt_level as belt'])
    .limit(chosenFrom)
    .execute();

/** How many of the newest ratings gave five stars, four, and so on, as parts of all of them. */
async function starBars({ em }: Scope, contentId: number) {
  const newest = db(em)
    .selectFrom('ratings')
    .select('stars')
    .where('content_id', '=', contentId)
    .where('hidden_at', 'is', null)
    .orderBy('updated_at', 'desc')
    .orderBy('id', 'desc')
    .limit(countedAtMost)
    .as('newest');
  const found = await db(em)
    .selectFrom(newest)
    .select(['stars', countAll().as('number')])
    .groupBy('stars')
    .execute();
  const all = found.reduce((sum, { number }) => sum + number, 0);
  return [5, 4, 3, 2, 1].map((stars) => ({
    stars,
    part: (found.find((each) => each.stars === stars)?.number ?? 0) / Math.max(1, all),
  }));
}
