import { z } from 'zod';
import { count, id, moment, username, words } from '../handbook/answered.ts';

export const ratingRequired = 'Rating Required';
export const maxReviewLength = 2000;
const pleaseSelect = 'Please select a star rating.';

/** A rating (experience.md §5): 1 to 5 stars, and words if one likes. */
export const ratingSchema = z.object({
  // Forms send the number as text; anything but one digit of 1 to 5 is no choice.
  rating: z.preprocess(
    (value) => (typeof value === 'string' && /^[1-5]$/.test(value) ? Number(value) : value),
    z.number({ error: pleaseSelect }).int(pleaseSelect).min(1, pleaseSelect).max(5, pleaseSelect),
  ),
  review: z
    .string({ error: 'A review is a text.' })
    .trim()
    .max(maxReviewLength, `A review can have at most ${maxReviewLength} characters.`)
    .nullish(),
});
export type RatingInput = z.output<typeof ratingSchema>;

/** What all ratings of an item come to, as the calls answer it. */
export const summaryShape = z
  .object({
    averageRating: z
      .number()
      .min(0)
      .max(5)
      .meta({ examples: [4.5] }),
    totalRatings: count,
  })
  .meta({ id: 'RatingSummary' });

/** One rating as the calls answer it. */
export const reviewShape = z
  .object({
    id,
    rating: z.int().min(1).max(5),
    review: words('Clear and short.').nullable(),
    userId: id,
    username,
    reviewer: words('Bia Costa'),
    createdAt: moment,
    updatedAt: moment,
  })
  .meta({ id: 'Review' });
