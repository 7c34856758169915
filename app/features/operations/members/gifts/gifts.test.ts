import { beforeEach, describe, expect, test } from 'vitest';
import { testShop } from '../../../../../tests/support/money/shop.ts';
import { auditEntriesAbout } from '../../../../../tests/support/people/audit-entries.ts';
import { row, rows } from '../../../../../tests/support/sql.ts';
import type { AdminScope } from '../../../../scope.ts';
import { billingSummary } from '../../../commerce/plans/billing-summary.server.ts';
import { endPlan } from '../../../commerce/plans/change-plan.server.ts';
import { givenPlan, planFuture } from '../../../commerce/plans/plan-future.ts';
import { viewerById } from '../../../identity/sessions/sessions.server.ts';
import { dropAllSurplusSales } from '../../../library/authoring/sale-rights.server.ts';
import { givePlan, takeGiftBack } from './gifts.server.ts';

const shop = testShop();
const { world } = shop;
let admin: AdminScope;
beforeEach(async () => {
  admin = world.member(await world.person({ isAdmin: true }));
});

const planOf = async (id: number) => (await viewerById(world.em(), id, world.clock.at)).plan;
const inDays = (days: number) =>
  new Date(world.clock.at.getTime() + days * 86_400_000).toISOString().slice(0, 10);
const give = (id: number, plan: 'premium' | 'vip', days: number, note?: string) =>
  givePlan({ ...admin, em: world.em() }, id, { plan, until: inDays(days), note });

describe('a given plan', () => {
  test('opens at once, lasts to the end of its last day, and ends by itself', async () => {
    const { id } = await world.person();
    await give(id, 'vip', 2);
    expect(await planOf(id)).toBe('vip');
    world.clock.at = new Date(`${inDays(2)}T23:59:59.998Z`);
    expect(await planOf(id)).toBe('vip');
    world.clock.at = new Date(world.clock.at.getTime() + 1);
    expect(await planOf(id)).toBe('free');
  });

  test('exists beside a paid plan: the better one counts, and the paid one goes on unchanged', async () => {
    const member = await shop.subscribed('premium');
    const paid = () => rows(world.em())`
      select u.plan, u.plan_ends_at, s.* from users u join subscriptions s on s.user_id = u.id where u.id = ${member.id}`;
    const before = await paid();
    await give(member.id, 'vip', 3);
    expect(await paid()).toEqual(before);
    expect(await planOf(member.id)).toBe('vip');
    await shop.settled();
    expect(await planOf(member.id)).toBe('vip');
    shop.later(4 * 24 * 60);
    expect(await planOf(member.id)).toBe('premium');
  });

  test('outlasts the paid plan with its right to sell; then the surplus goes off sale', async () => {
    const member = await shop.subscribed('vip');
    for (let n = 0; n < 3; n += 1) await world.item({ creator: member.id, priceCents: 499 });
    await give(member.id, 'premium', 3);
    await endPlan(world.systemContext(), member.id, 'now');
    const forSale = async () =>
      (await rows(world.em())`select 1 from content where creator_id = ${member.id} and is_for_sale`).length;
    expect([await planOf(member.id), await forSale()]).toEqual(['premium', 2]);
    await takeGiftBack({ ...admin, em: world.em() }, member.id);
    expect([await planOf(member.id), await forSale()]).toEqual(['free', 0]);
    await give(member.id, 'premium', 1);
    await row(world.em())`update content set is_for_sale = true where creator_id = ${member.id}
      and id = (select min(id) from content where creator_id = ${member.id})`;
    shop.later(3 * 24 * 60);
    await dropAllSurplusSales(world.em(), world.clock.at);
    expect(await forSale()).toBe(0);
  });

  test('is shown on billing with its end, also beside a failed renewal', async () => {
    const member = await shop.subscribed('premium');
    await give(member.id, 'vip', 60);
    const seen = async () =>
      billingSummary(world.member(await viewerById(world.em(), member.id, world.clock.at)));
    const { gift, plan, subscription } = await seen();
    expect([plan, subscription?.plan, gift?.plan]).toEqual(['vip', 'premium', 'vip']);
    expect(gift && givenPlan(gift)).toMatch(/^VIP Elite is a gift to you until [A-Z][a-z]{2} \d+, \d{4}\./);
    await row(world.em())`update subscriptions set status = 'past_due', past_due_since = ${world.clock.at}
      where user_id = ${member.id}`;
    shop.later(8 * 24 * 60);
    const failed = (await seen()).subscription;
    expect(failed && planFuture(failed)).toMatch(/Premium has been closed since/);
  });

  test('is extended, changed and taken back, each time logged with before and after', async () => {
    const { id } = await world.person();
    await give(id, 'premium', 5, 'Won the raffle');
    await give(id, 'vip', 9);
    await takeGiftBack({ ...admin, em: world.em() }, id);
    await expect(takeGiftBack({ ...admin, em: world.em() }, id)).rejects.toThrow('No plan was given');
    const [first, second, third] = await auditEntriesAbout(world.em(), 'user', id);
    const until = `${inDays(5)}T23:59:59.999Z`;
    expect(first).toMatchObject({
      by: admin.viewer.id,
      verb: 'gave a plan to',
      note: 'Won the raffle',
      before: { plan: null, until: null },
      after: { plan: 'premium', until },
    });
    expect(second).toMatchObject({ before: { plan: 'premium' }, after: { plan: 'vip' } });
    expect(new Date(second?.before?.until as string)).toEqual(new Date(until));
    expect(third).toMatchObject({ verb: 'took a given plan back from', after: { plan: null, until: null } });
  });

  test.each([
    [-1, /passed/],
    [5 * 366 + 2, /more than five years/],
  ])('may not end %i days from now', async (days, message) => {
    const { id } = await world.person();
    await expect(give(id, 'vip', days)).rejects.toMatchObject({
      errors: { until: [expect.stringMatching(message)] },
    });
    expect(await planOf(id)).toBe('free');
  });
});
