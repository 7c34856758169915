import type { OwnSort } from './own-list.schema.ts';

export const sortNames: Record<OwnSort, string> = {
  newest: 'Newest',
  views: 'Views',
  likes: 'Likes',
  sales: 'Sales',
  rated: 'Rating',
  price: 'Price',
};
