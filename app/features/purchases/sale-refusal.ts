/** What decides whether a published item can be bought. */
export interface OnSale {
  creatorId: number;
  isForSale: boolean;
  priceCents: number | null;
}

/** Why a published item cannot be bought by this member; null when it can. */
export function saleRefusal({ creatorId, isForSale, priceCents }: OnSale, viewerId: number): string | null {
  if (creatorId === viewerId) return 'This is your own item, so there is nothing to buy.';
  return isForSale && priceCents !== null ? null : 'This item is not for sale.';
}
