import type { Em } from '../db/orm.server.ts';
import { row } from '../db/sql.server.ts';
import { askRequest } from '../features/commerce/custom-requests/ask.server.ts';
import { saveOffer } from '../features/commerce/custom-requests/offer.server.ts';
import { transitionRequest } from '../features/commerce/custom-requests/transition.server.ts';
import { startPurchase } from '../features/commerce/purchases/buy.server.ts';
import { fulfil } from '../features/commerce/purchases/fulfil.server.ts';
import { viewerById } from '../features/identity/sessions/sessions.server.ts';
import { type DemoTrade, paymentIn } from './money.server.ts';

/** Makes a delivered custom request between the demo creator and the demo VIP, by the usual rules. */
export async function requestForDemo({ member, systemContext, sandbox }: DemoTrade) {
  const { em, now } = systemContext();
  const found = await cast(em);
  if (!found) return;
  const as = async (id: number) => member(await viewerById(em, id, now()));
  await saveOffer(await as(found.creator), {
    price: 4_900,
    days: 14,
    atOnce: 3,
    note: 'I answer with a short film or pictures of every grip. Tell me your size, and where you get stuck.',
    isOpen: true,
  });
  const { id } = await askRequest(await as(found.vip), found.username, {
    title: `${found.title}, for the smaller one`.slice(0, 100),
    wish: 'I weigh 62 kg, and heavy partners flatten me here. Which grip comes first, and where does my head go?',
  });
  const { contentId } = await transitionRequest(await as(found.creator), id, 'accept', 'With pleasure!');
  const { clientSecret } = await startPurchase(await as(found.vip), contentId ?? 0);
  await sandbox.submitHostedPage(paymentIn(clientSecret), 'pay');
  await fulfil(systemContext(), paymentIn(clientSecret));
  await row(em)`update media set content_id = ${contentId}, position = 0 where id = ${found.picture}`;
  await row(em)`update content set description = 'The near grip first, and your forehead to the chest.'
    where id = ${contentId}`;
  await transitionRequest(await as(found.creator), id, 'deliver', 'Tell me whether it holds!');
}

/** The two members, and the last image of an item with several; null without the demo content. */
const cast = (em: Em) =>
  row<{ creator: number; username: string; vip: number; title: string; picture: number }>(em)`
    select b.id as creator, b.username::text, a.id as vip, c.title, m.id as picture
    from users a join users b on b.email = 'creator@example.com'
      join content c on c.creator_id = b.id join media m on m.content_id = c.id and m.kind = 'image'
    where a.email = 'vip@example.com' and m.position > 0 and c.technique_type is not null
      and not exists (select 1 from request_offers where creator_id = b.id)
    order by m.position desc, c.id limit 1`;
