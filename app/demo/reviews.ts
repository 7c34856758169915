import { freeReviews } from './free.reviews.ts';
import { paidReviews } from './paid.reviews.ts';
import type { DemoReview } from './shapes.ts';

/** What members wrote about techniques; `popularity.ts` chooses who wrote it. */
export const reviews: DemoReview[] = [...freeReviews, ...paidReviews];
