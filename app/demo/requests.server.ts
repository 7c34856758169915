import { db } from '../db/kysely.server.ts';
import type { Em } from '../db/orm.server.ts';
import { askRequest } from '../features/commerce/custom-requests/offers/ask.server.ts';
import { saveOffer } from '../features/commerce/custom-requests/offers/offer.server.ts';
import { transitionRequest } from '../features/commerce/custom-requests/steps/transition.server.ts';
import { startPurchase } from '../features/commerce/purchases/buy.server.ts';
import { fulfil } from '../features/commerce/purchases/fulfil.server.ts';
import { as, type DemoTrade } from './history.server.ts';
import { paymentIn } from './money.server.ts';

/** Makes a delivered custom request between the demo creator and the demo VIP, by the usual rules. */
export async function requestForDemo(trade: DemoTrade) {
  const { em } = trade.systemContext();
  const found = await cast(em);
  if (!found) return;
  await saveOffer(await as(trade, found.creator), {
    price: 4_900,
    days: 14,
    atOnce: 8,
    note: 'I answer with a short film or pictures of every grip. Tell me your size, and where you get stuck.',
    isOpen: true,
  });
  const { id } = await askRequest(await as(trade, found.vip), found.username, {
    title: `${found.title}, for the smaller one`.slice(0, 100),
    details:
      'I weigh 62 kg, and heavy partners flatten me here. Which grip comes first, and where does my head go?',
  });
  const { contentId } = await transitionRequest(
    await as(trade, found.creator),
    id,
    'accept',
    'With pleasure!',
  );
  const { clientSecret } = await startPurchase(await as(trade, found.vip), contentId ?? 0);
  await trade.sandbox.submitHostedPage(paymentIn(clientSecret), 'pay');
  await fulfil(trade.systemContext(), paymentIn(clientSecret));
  await db(em)
    .updateTable('media')
    .set({ content_id: contentId, position: 0 })
    .where('id', '=', found.picture)
    .execute();
  await db(em)
    .updateTable('content')
    .set({ description: 'The near grip first, and your forehead to the chest.' })
    .where('id', '=', contentId)
    .execute();
  await transitionRequest(await as(trade, found.creator), id, 'deliver', 'Tell me whether it holds!');
}

/** The two members, and the last image of an item with several; null without the demo content. */
const cast = (em: Em) =>
  db(em)
    .selectFrom('users as a')
    .innerJoin('users as b', (join) => join.on('b.email', '=', 'creator@example.com'))
    .innerJoin('content as c', 'c.creator_id', 'b.id')
    .innerJoin('media as m', 'm.content_id', 'c.id')
    .select(['b.id as creator', 'b.username', 'a.id as vip', 'c.title', 'm.id as picture'])
    .where('a.email', '=', 'vip@example.com')
    .where('m.kind', '=', 'image')
    .where('m.position', '>', 0)
    .where('c.technique_type', 'is not', null)
    .orderBy('m.position', 'desc')
    .orderBy('c.id')
    .limit(1)
    .executeTakeFirst();
