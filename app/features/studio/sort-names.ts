import type { OwnSort } from './own-list.schema.ts';

/** The sorts as the filters and the head of the table call them. */
export const sortNames: Record<OwnSort, string> = {
  newest: 'Newest',
  views: 'Views',
  likes: 'Likes',
  sales: 'Sales',
  rated: 'Rating',
  price: 'Price',
};
