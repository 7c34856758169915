import { db } from '../../../db/kysely.server.ts';
import { NotFound } from '../../../errors.ts';
import type { MemberScope } from '../../../scope.ts';
import { pictureOf } from '../../core/media/pictures.server.ts';
import { findCard } from '../../library/catalog/cards.server.ts';
import { requestedItem } from '../custom-requests/checkout.server.ts';
import { noCheckout } from './messages.ts';
import { saleRefusal } from './sale-refusal.ts';

/** The checkout's view of an item, with a blurred image while the item is locked. `refusal` says why this member
 *  cannot buy it; `home` is the item's own page.
 *  @throws NotFound with the specified text (C8.13) */
export async function checkoutView(scope: MemberScope, contentId: number) {
  const made = await requestedItem(scope, contentId);
  if (made) {
    const { requestId, title, creator, priceCents } = made;
    return {
      home: `/requests/${requestId}`,
      isOwned: made.isPaid,
      refusal: made.isOpen ? null : 'This request no longer needs a payment.',
      item: { id: contentId, title, description: null, tier: null, creator, priceCents, picture: null },
    };
  }
  const card = await findCard(scope, contentId).catch((error) => {
    throw error instanceof NotFound ? new NotFound(noCheckout) : error;
  });
  const { id, title, description, tier, priceCents, media, mediaAccess } = card;
  return {
    home: `/content/${id}`,
    isOwned: card.bought,
    refusal: saleRefusal(
      { ...card, isForSale: card.isForSale && card.status === 'published' },
      scope.viewer.id,
    ),
    item: {
      id,
      title,
      description,
      tier,
      creator: `${card.creatorFirstName} ${card.creatorLastName}`,
      priceCents: priceCents ?? 0,
      picture: media && pictureOf(scope, media, mediaAccess, { alt: '' }),
    },
  };
}

export async function latestAttempt({ em, viewer }: MemberScope, contentId: number) {
  const found = await db(em)
    .selectFrom('purchases')
    .select(['checkout_id as sessionId', 'payment_id as paymentId'])
    .where('user_id', '=', viewer.id)
    .where('content_id', '=', contentId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!found) throw new NotFound();
  return found;
}
