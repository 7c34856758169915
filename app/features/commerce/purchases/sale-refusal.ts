export interface OnSale {
  creatorId: number;
  isForSale: boolean;
  priceCents: number | null;
}

/** Why this member cannot buy a published item. Null when the member can. */
export function saleRefusal({ creatorId, isForSale, priceCents }: OnSale, viewerId: number): string | null {
  if (creatorId === viewerId) return 'This is your own item, so there is nothing to buy.';
  return isForSale && priceCents !== null ? null : 'This item is not for sale.';
}
