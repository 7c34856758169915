import { db, sql } from '../db/kysely.server.ts';
import type { Em } from '../db/orm.server.ts';
import type { PaidPlan } from '../domain/plan-prices.ts';
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

const paying = (em: Em) =>
  db(em)
    .selectFrom('users')
    .select(['id', 'plan'])
    .where('plan', '<>', 'free')
    .orderBy('id')
    .$narrowType<{ plan: PaidPlan }>()
    .execute();

/** Two teachers without a paid plan buy items, by a fixed rule; the documented accounts buy nothing. */
const sales = (em: Em) =>
  db(em)
    .selectFrom('users as u')
    .crossJoin('content as c')
    .select(['u.id as buyer', 'c.id as item'])
    .where('u.username', 'in', ['sam_okafor', 'anh_nguyen'])
    .where('c.is_for_sale', '=', true)
    .whereRef('c.creator_id', '<>', 'u.id')
    .where(sql<boolean>`(u.id * 3 + c.id * 5) % 4 = 0`)
    .orderBy('c.id')
    .orderBy('u.id')
    .limit(12)
    .execute();
