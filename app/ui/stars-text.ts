import { oneDecimal } from './number.ts';

/** An average in words, one decimal: '4.6 of 5'; 'New' when nobody has rated yet (decisions 12). */
export const starsText = (average: number) => (average > 0 ? `${oneDecimal(average)} of 5` : 'New');

/** What a number of stars is called, for the five choices. */
export const starNames = ['1 star', '2 stars', '3 stars', '4 stars', '5 stars'] as const;
