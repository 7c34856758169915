import type { PaidPlan } from '../../../app/domain/plan-prices.ts';
import type { Tier } from '../../../app/domain/tiers.ts';
import { billingSummary } from '../../../app/features/commerce/plans/billing-summary.server.ts';
import { cancelPlan } from '../../../app/features/commerce/plans/change-plan.server.ts';
import { startSubscription } from '../../../app/features/commerce/plans/subscribe.server.ts';
import { viewerById } from '../../../app/features/identity/sessions/sessions.server.ts';
import { requireMember } from '../../../app/http/security/guards.server.ts';
import type { Viewer } from '../../../app/scope.ts';
import { row } from '../sql.ts';
import type { testShop } from './shop.ts';

/** Members in every state of a plan, each reached by payments and the clock. */
export function planStates(shop: ReturnType<typeof testShop>) {
  const { world } = shop;
  /** The same member as the next request sees them, because the plan is read at that moment. */
  const fresh = async (viewer: Viewer | null) => viewer && viewerById(world.em(), viewer.id, world.clock.at);
  const as = async (viewer: Viewer | null) => requireMember(world.scope(await fresh(viewer)));

  async function subscribed(plan: PaidPlan): Promise<Viewer> {
    const viewer = await world.person();
    const { clientSecret } = await startSubscription(world.member(viewer), plan);
    await world.payments.answer(clientSecret);
    await shop.settled();
    return viewer;
  }

  /** A minute after the paid period, with all events of the provider processed. */
  async function passPeriod(viewer: Viewer) {
    const { subscription } = await billingSummary(await as(viewer));
    const end = subscription?.nextBillingAt ?? subscription?.endsAt ?? world.clock.at;
    world.clock.at = new Date(end.getTime() + 60_000);
    await world.payments.sandbox.advance();
    await shop.settled();
  }

  async function cancelled(plan: PaidPlan) {
    const viewer = await subscribed(plan);
    await cancelPlan(await as(viewer));
    return viewer;
  }

  async function ended(plan: PaidPlan) {
    const viewer = await cancelled(plan);
    await passPeriod(viewer);
    return viewer;
  }

  async function inGrace(plan: PaidPlan) {
    const viewer = await subscribed(plan);
    const found = await row<{ id: string }>(world.em())`
    select customer_id as id from customers where user_id = ${viewer.id}`;
    await shop.controls().failCard(found?.id ?? '');
    await passPeriod(viewer);
    return viewer;
  }

  async function graceOver(plan: PaidPlan) {
    const viewer = await inGrace(plan);
    shop.later(7 * 24 * 60 + 1);
    await world.payments.sandbox.advance();
    await shop.settled();
    return viewer;
  }

  async function given(plan: Tier, days: number) {
    const viewer = await world.person();
    const until = new Date(world.clock.at.getTime() + 86_400_000);
    await row(
      world.em(),
    )`update users set gift_plan = ${plan}, gift_ends_at = ${until} where id = ${viewer.id}`;
    shop.later(days * 24 * 60);
    return viewer;
  }

  const holders: Record<string, () => Promise<Viewer | null>> = {
    visitor: async () => null,
    explorer: () => world.person(),
    premium: () => subscribed('premium'),
    'premium, cancelled': () => cancelled('premium'),
    'premium, in grace': () => inGrace('premium'),
    'premium, ended': () => ended('premium'),
    'premium, never paid': () => graceOver('premium'),
    vip: () => subscribed('vip'),
    'vip, cancelled': () => cancelled('vip'),
    'vip, ended': () => ended('vip'),
    'vip, a gift': () => given('vip', 0.5),
    'a gift that ended': () => given('vip', 2),
    admin: () => world.person({ isAdmin: true }),
  };

  return { fresh, as, holders };
}
