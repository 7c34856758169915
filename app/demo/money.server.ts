import type { Em } from '../db/orm.server.ts';
import { rows } from '../db/sql.server.ts';
import { startSubscription } from '../features/commerce/plans/subscribe.server.ts';
import { syncSubscription } from '../features/commerce/plans/sync.server.ts';
import { startPurchase } from '../features/commerce/purchases/buy.server.ts';
import { fulfil } from '../features/commerce/purchases/fulfil.server.ts';
import { viewerById } from '../features/identity/sessions/sessions.server.ts';
import type { Sandbox } from '../payments/sandbox.server.ts';
import type { MemberScope, SystemContext } from '../scope.ts';

export interface DemoTrade {
  /** The scope that a request of this member would have. */
  member: (viewer: MemberScope['viewer']) => MemberScope;
  systemContext: () => SystemContext;
  sandbox: Sandbox;
}

/** Pays the demo's plans and some items at the sandbox; until that is done the plans are gifts. */
export async function payForDemo({ member, systemContext, sandbox }: DemoTrade) {
  const { em, now } = systemContext();
  // As if they had no plan yet: a member with a given plan could not begin to pay for it.
  const as = async (id: number) => member({ ...(await viewerById(em, id, now())), plan: 'free' });
  for (const { id, plan } of await paying(em)) {
    const { clientSecret, subscriptionId } = await startSubscription(await as(id), plan);
    await sandbox.submitHostedPage(paymentIn(clientSecret), 'pay');
    await syncSubscription(systemContext(), subscriptionId ?? '');
  }
  for (const { buyer, item } of await sales(em)) {
    const { clientSecret } = await startPurchase(await as(buyer), item);
    await sandbox.submitHostedPage(paymentIn(clientSecret), 'pay');
    await fulfil(systemContext(), paymentIn(clientSecret));
  }
}

export const paymentIn = (clientSecret: string | null) => clientSecret?.split('_secret_')[0] ?? '';

const paying = (em: Em) => rows<{ id: number; plan: 'premium' | 'vip' }>(em)`
  select id, plan from users where plan <> 'free' order by id`;

/** Two teachers without a paid plan buy items, by a fixed rule; the documented accounts buy nothing. */
const sales = (em: Em) => rows<{ buyer: number; item: number }>(em)`
  select u.id as buyer, c.id as item from users u cross join content c
  where u.username in ('sam_okafor', 'anh_nguyen') and c.is_for_sale and c.creator_id <> u.id
    and (u.id * 3 + c.id * 5) % 4 = 0
  order by c.id, u.id limit 12`;
