import { viewerById } from '../../features/accounts/sessions.server.ts';
import { startSubscription } from '../../features/plans/subscribe.server.ts';
import { syncSubscription } from '../../features/plans/sync.server.ts';
import { startPurchase } from '../../features/purchases/buy.server.ts';
import { fulfil } from '../../features/purchases/fulfil.server.ts';
import type { Sandbox } from '../../payments/sandbox.server.ts';
import type { HouseScope, MemberScope } from '../../scope.ts';
import type { Em } from '../orm.server.ts';
import { rows } from '../sql.server.ts';

/** What the demo people need to buy and sell. */
export interface DemoTrade {
  /** What a request of this member would carry. */
  member: (viewer: MemberScope['viewer']) => MemberScope;
  house: () => HouseScope;
  sandbox: Sandbox;
}

/** Lets the demo people pay for what they have at the embedded provider, and some of them buy: then plans,
 *  receipts, sales and earnings are real ones. What is interrupted leaves them their plans as gifts. */
export async function payForDemo({ member, house, sandbox }: DemoTrade) {
  const { em, now } = house();
  // As if nobody had given them a plan yet, or they could not begin to pay for it.
  const as = async (id: number) => member({ ...(await viewerById(em, id, now())), plan: 'free' });
  for (const { id, plan } of await paying(em)) {
    const { clientSecret, subscriptionId } = await startSubscription(await as(id), plan);
    await sandbox.submitHostedPage(paymentIn(clientSecret), 'pay');
    await syncSubscription(house(), subscriptionId ?? '');
  }
  for (const { buyer, item } of await sales(em)) {
    const { clientSecret } = await startPurchase(await as(buyer), item);
    await sandbox.submitHostedPage(paymentIn(clientSecret), 'pay');
    await fulfil(house(), paymentIn(clientSecret));
  }
}

export const paymentIn = (clientSecret: string | null) => clientSecret?.split('_secret_')[0] ?? '';

const paying = (em: Em) => rows<{ id: number; plan: 'premium' | 'vip' }>(em)`
  select id, plan from users where plan <> 'free' order by id`;

/** Two teachers without a paid plan buy a few items, by a fixed rule; the accounts of the contract buy nothing. */
const sales = (em: Em) => rows<{ buyer: number; item: number }>(em)`
  select u.id as buyer, c.id as item from users u cross join content c
  where u.username in ('sam_okafor', 'anh_nguyen') and c.is_for_sale and c.creator_id <> u.id
    and (u.id * 3 + c.id * 5) % 4 = 0
  order by c.id, u.id limit 12`;
