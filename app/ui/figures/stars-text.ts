import { oneDecimal } from '../number.ts';

/** An average with one decimal: '4.6 of 5' (E2.65); 'New' without ratings. */
export const starsText = (average: number) => (average > 0 ? `${oneDecimal(average)} of 5` : 'New');

export const starNames = ['1 star', '2 stars', '3 stars', '4 stars', '5 stars'] as const;
