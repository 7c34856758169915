import { z } from 'zod';
import { wholeNumber } from '../../core/schemas/request-shapes.ts';
import { count, exampleText, id, moment, username } from '../../core/schemas/response-shapes.ts';

export const ratingRequired = 'Rating Required';
export const maxReviewLength = 2000;
const pleaseSelect = 'Please select a star rating.';

/** A rating: 1 to 5 stars and an optional review (E5.6, E5.7). */
export const ratingSchema = z.object({
  rating: wholeNumber(pleaseSelect, 1, 5),
  review: z
    .string({ error: 'A review is a text.' })
    .trim()
    .max(maxReviewLength, `A review can have at most ${maxReviewLength} characters.`)
    .nullish(),
});
export type RatingInput = z.output<typeof ratingSchema>;

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

export const reviewShape = z
  .object({
    id,
    rating: z.int().min(1).max(5),
    review: exampleText('Clear and short.').nullable(),
    userId: id,
    username,
    reviewer: exampleText('Bia Costa'),
    createdAt: moment,
    updatedAt: moment,
  })
  .meta({ id: 'Review' });
