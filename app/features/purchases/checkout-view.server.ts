import { row } from '../../db/sql.server.ts';
import { NotFound } from '../../errors.ts';
import type { MemberScope } from '../../scope.ts';
import { findCard } from '../content/cards.server.ts';
import { pictureOf } from '../content/pictures.server.ts';
import { madeFor } from '../requests/checkout.server.ts';
import { saleRefusal } from './sale-refusal.ts';
import { noCheckout } from './words.ts';

/**
 * What the checkout shows of an item before it is bought, its picture blurred where it is still locked.
 * `refusal` says why it cannot be bought by this member, `home` where it stands otherwise.
 * @throws NotFound with the specification's text
 */
export async function checkoutView(scope: MemberScope, contentId: number) {
  const made = await madeFor(scope, contentId);
  if (made) {
    const { requestId, title, creator, priceCents } = made;
    return {
      home: `/requests/${requestId}`,
      isOwned: made.isPaid,
      refusal: made.isOpen ? null : 'This request waits for no payment any more.',
      item: { id: contentId, title, description: null, tier: null, creator, priceCents, picture: null },
    };
  }
  const card = await findCard(scope, contentId).catch((error) => {
    throw error instanceof NotFound ? new NotFound(noCheckout) : error;
  });
  const { id, title, description, tier, priceCents, media, openness } = card;
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
      picture: media && pictureOf(scope, media, openness, { alt: '' }),
    },
  };
}

/** The member's latest attempt to buy an item, by the provider's ids. @throws NotFound */
export async function latestAttempt({ em, viewer }: MemberScope, contentId: number) {
  const found = await row<{ sessionId: string | null; paymentId: string | null }>(em)`
    select checkout_id as "sessionId", payment_id as "paymentId" from purchases
    where user_id = ${viewer.id} and content_id = ${contentId} order by id desc limit 1`;
  if (!found) throw new NotFound();
  return found;
}
