import { beforeAll, describe, expect, test } from 'vitest';
import type { Viewer } from '../../app/scope.ts';
import { brokenRules } from '../support/money/invariants.ts';
import { liveWorld } from '../support/site/live.ts';
import { row, rows } from '../support/sql.ts';

const world = liveWorld();
let [creator, buyer]: [Viewer, Viewer] = [{} as Viewer, {} as Viewer];
let [seller, asBuyer, asOther] = ['', '', ''];
let [item, dear, free, hidden] = [0, 0, 0, 0];

beforeAll(async () => {
  creator = await world.person({ plan: 'vip' });
  buyer = await world.person();
  seller = await world.signIn(creator);
  asBuyer = await world.signIn(buyer);
  asOther = await world.signIn(await world.person());
  const sold = { creator: creator.id, tier: 'vip' as const };
  item = await world.item({ ...sold, priceCents: 499, title: 'Cheap' });
  dear = await world.item({ ...sold, priceCents: 49_900, title: 'Dear' });
  free = await world.item({ creator: creator.id, tier: 'free', title: 'Free' });
  hidden = await world.item({ ...sold, priceCents: 499, status: 'draft' });
});

const call = (path: string, json: unknown = {}, as = asBuyer) =>
  world.ask(path, { method: 'POST', json, as });
const buy = (id: number, json: unknown = {}, as = asBuyer) => call(`/api/content/${id}/purchase`, json, as);
const bought = (id: number) =>
  rows<{ user_id: number; amount_cents: number; status: string }>(world.em())`
    select user_id, amount_cents, status from purchases where content_id = ${id} order by id`;
const plan = async () =>
  (await row<{ plan: string }>(world.em())`select plan from users where id = ${buyer.id}`)?.plan;

describe('the price', () => {
  test.each([
    ['amount', 1],
    ['amountCents', 1],
    ['price', 0.01],
    ['priceCents', 1],
    ['currency', 'irr'],
    ['creatorId', 1],
    ['userId', 1],
    ['status', 'paid'],
    ['quantity', -1],
    ['discount', 100],
    ['coupon', 'FREE'],
    ['contentId', 1],
    ['applicationFee', 0],
  ])('is the item’s, whatever %s says', async (name, value) => {
    const answer = await buy(item, { [name]: value });
    expect(answer.status).toBe(200);
    expect(
      (await bought(item)).map(({ user_id, amount_cents, status }) => [user_id, amount_cents, status]),
    ).toEqual([[buyer.id, 499, 'pending']]);
  });

  test.each([0, -1, '0', 1e9, 'free', null, [], {}, 498])(
    'a buyer who saw another price (%j) is asked again or charged the right one',
    async (seenPriceCents) => {
      const answer = await buy(item, { seenPriceCents });
      expect([200, 409, 422]).toContain(answer.status);
      expect(
        (await bought(item)).every(
          ({ amount_cents, status }) => amount_cents === 499 && status === 'pending',
        ),
      ).toBe(true);
    },
  );

  test.each(['0', '0.98', '-4.99', '4.999', '1e3', '500.01', 'Infinity', '٤', '4,99,0', "4.99' or 1=1"])(
    'an item cannot be offered for %s',
    async (price) => {
      const fields = { title: 'Cheap', category: 'training', tier: 'vip', isForSale: 'true', price };
      const answer = await world.post(`/content/${item}/edit`, fields, { as: seller });
      expect(answer.status).toBe(422);
      const kept = await row<{ price_cents: number }>(
        world.em(),
      )`select price_cents from content where id = ${item}`;
      expect(kept?.price_cents).toBe(499);
    },
  );
});

describe('what may be bought', () => {
  test.each([
    ['an item that is not for sale', () => free, () => asBuyer, [400, 403, 404, 409, 422]],
    ['a draft', () => hidden, () => asBuyer, [404]],
    ['an item that is nowhere', () => 2_000_000_000, () => asBuyer, [404]],
    ['one’s own', () => item, () => seller, [400, 403, 409, 422]],
    ['anything, by a visitor', () => item, () => '', [401]],
  ])('not %s', async (_name, id, as, statuses) => {
    expect(statuses).toContain((await buy(id(), {}, as())).status);
  });

  test.each(['gold', '', 'free', 'VIP Elite', '__proto__', ['vip'], { $ne: '' }, 1])(
    'there is no plan %j',
    async (wanted) => {
      expect((await call('/api/create-subscription', { plan: wanted })).status).toBe(422);
      expect(await plan()).toBe('free');
    },
  );

  test.each([
    { plan: 'vip', price: 1 },
    { plan: 'vip', amount: 0, trialDays: 365, coupon: 'FREE', status: 'active' },
  ])('an unpaid request for a plan gives no plan: %j', async (body) => {
    await call('/api/create-subscription', body);
    expect(await plan()).toBe('free');
  });
});

describe('proof of payment', () => {
  test.each([
    'pi_1',
    'pi_somebody',
    'PI_1',
    'cs_1',
    '',
    '../x',
    'pi_1 or 1=1',
    ['pi_1'],
    { id: 'pi_1' },
    null,
  ])('%j opens nothing', async (paymentIntentId) => {
    const answer = await call(`/api/content/${dear}/confirm-purchase`, { paymentIntentId });
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.status).toBeLessThan(500);
    expect((await bought(dear)).filter(({ status }) => status === 'paid')).toEqual([]);
  });

  const paymentOf = async (id: number, as = asBuyer) =>
    String((await buy(id, {}, as)).json().clientSecret).split('_secret_')[0] ?? '';

  test('an unfinished payment opens nothing', async () => {
    const answer = await call(`/api/content/${item}/confirm-purchase`, {
      paymentIntentId: await paymentOf(item),
    });
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect((await bought(item)).map(({ status }) => status)).toEqual(['pending']);
  });

  test('a cheap payment opens no expensive item, and another member’s payment not the buyer’s item', async () => {
    const paymentIntentId = await paymentOf(item);
    expect(
      (await call(`/api/content/${dear}/confirm-purchase`, { paymentIntentId })).status,
    ).toBeGreaterThanOrEqual(400);
    expect(
      (await call(`/api/content/${item}/confirm-purchase`, { paymentIntentId }, asOther)).status,
    ).toBeGreaterThanOrEqual(400);
    expect((await bought(dear)).filter(({ status }) => status === 'paid')).toEqual([]);
  });

  test.each(['succeeded', 'paid', 'complete'])(
    'a return address that says %s opens nothing',
    async (word) => {
      const query = `session_id=cs_x&payment_intent=pi_x&redirect_status=${word}&status=${word}&contentId=${dear}`;
      await world.ask(`/checkout/return?${query}`, { as: asBuyer });
      await world.ask(`/subscribe/return?${query}&plan=vip`, { as: asBuyer });
      expect((await bought(dear)).filter(({ status }) => status === 'paid')).toEqual([]);
      expect(await plan()).toBe('free');
    },
  );
});

describe('at once', () => {
  test('ten likes by one member count once, fifty by ten members count ten', async () => {
    const people = await Promise.all(
      Array.from({ length: 10 }, async () => world.signIn(await world.person())),
    );
    await Promise.all(
      people.flatMap((as) =>
        Array.from({ length: 5 }, () => call(`/api/content/${free}/like`, { liked: true }, as)),
      ),
    );
    const counted = await row<{ likes: number; rows: number }>(world.em())`
      select (select likes from content_stats where content_id = ${free})::int as likes,
        (select count(*) from likes where content_id = ${free})::int as rows`;
    expect(counted).toEqual({ likes: 10, rows: 10 });
  });

  test('ten requests to buy at once make one attempt', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => buy(dear)));
    expect(answers.every(({ status }) => [200, 409].includes(status))).toBe(true);
    expect((await bought(dear)).filter(({ user_id }) => user_id === buyer.id)).toHaveLength(1);
  });

  test('ten members who ask for one username: one gets it', async () => {
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, n) => {
        const fields = {
          firstName: 'Ann',
          lastName: 'Lee',
          username: 'one_name',
          email: `one${n}@example.com`,
        };
        return call(
          '/api/register',
          { ...fields, password: 'long enough', confirmPassword: 'long enough' },
          '',
        );
      }),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(9).fill(422)]);
  });

  test('ten deletes at once delete once, and affect no other item', async () => {
    const doomed = await world.item({ creator: creator.id });
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => world.ask(`/api/content/${doomed}`, { method: 'DELETE', as: seller })),
    );
    expect(answers.every(({ status }) => [200, 204, 404].includes(status))).toBe(true);
    expect(answers.filter(({ status }) => status < 300)).not.toHaveLength(0);
  });

  test('eleven follows of a free member at once are at most ten', async () => {
    const names = await Promise.all(Array.from({ length: 12 }, async () => (await world.person()).username));
    await Promise.all(names.map((name) => call(`/api/creators/${name}/follow`, { following: true })));
    const made = await rows(world.em())`select 1 from follows where follower_id = ${buyer.id}`;
    expect(made).toHaveLength(10);
  });

  test('after all of it the books balance', async () => {
    expect(await brokenRules(world.em(), new Date())).toEqual([]);
  });
});
