import { afterEach, beforeAll, expect, test } from 'vitest';
import { cancelPlan, changePlan } from '../../app/features/commerce/plans/change-plan.server.ts';
import { startSubscription } from '../../app/features/commerce/plans/subscribe.server.ts';
import { reconcile } from '../../app/features/commerce/provider-events/reconcile.server.ts';
import { startPurchase } from '../../app/features/commerce/purchases/buy.server.ts';
import type { Viewer } from '../../app/scope.ts';
import { brokenRules } from '../support/money/invariants.ts';
import { type Answer, liveWorld } from '../support/site/live.ts';
import { row, rows } from '../support/sql.ts';

const world = liveWorld();
const repeats = 8;
let creator = {} as Viewer;
let asAdmins: string[] = [];

beforeAll(async () => {
  creator = await world.person({ plan: 'vip' });
  const admins = [await world.person({ isAdmin: true }), await world.person({ isAdmin: true })];
  asAdmins = await Promise.all(admins.map((admin) => world.signIn(admin)));
});

/** Presses everything named so many times at once, while deliveries arrive and the reconciler works. */
async function atOnce(...operations: ((n: number) => Promise<Answer>)[]): Promise<Answer[]> {
  world.clock.at = new Date(Date.now() + 3 * 60_000);
  const pressed = operations.flatMap((act) => Array.from({ length: repeats }, (_, n) => act(n)));
  const beside = [1, 2].flatMap(() => [world.payments.deliver(), reconcile(world.systemContext())]);
  const [answers] = await Promise.all([Promise.all(pressed), Promise.all(beside)]);
  world.clock.at = new Date();
  return answers;
}

const failed = (answers: Answer[]) => answers.filter(({ status }) => status >= 500).map(({ text }) => text);

afterEach(async () => {
  await world.payments.deliver();
  world.clock.at = new Date(Date.now() + 3 * 60_000);
  await reconcile(world.systemContext());
  world.clock.at = new Date();
  expect(await brokenRules(world.em(), new Date())).toEqual([]);
});

async function buyer(hosted: boolean) {
  const viewer = await world.person();
  const item = await world.item({ creator: creator.id, tier: 'vip', priceCents: 499 });
  const { clientSecret, url, purchaseId } = await startPurchase(world.member(viewer), item, { hosted });
  const page = clientSecret ?? url ?? '';
  await world.payments.answer(page);
  const id = page.split('/').at(-1)?.split('_secret_')[0] ?? '';
  return { as: await world.signIn(viewer), item, id, purchaseId, viewer };
}

const soldOf = (item: number) =>
  row<{ paid: number; charges: number; entries: number; sales: number }>(world.em())`
    select (select count(*) from purchases where content_id = ${item} and status = 'paid')::int as paid,
      (select count(*) from charges h join purchases p on p.id = h.purchase_id where p.content_id = ${item})::int as charges,
      (select count(*) from ledger_entries e join charges h on h.id = e.charge_id
        join purchases p on p.id = h.purchase_id where p.content_id = ${item})::int as entries,
      (select sales from content_stats where content_id = ${item})::int as sales`;

test('the return page and the status page of a purchase lead on, and it is sold once', async () => {
  const { as, item, id } = await buyer(true);
  const answers = await atOnce(
    () => world.ask(`/checkout/return?session_id=${id}`, { as }),
    () => world.ask(`/checkout/${item}/status`, { as }),
  );
  expect(failed(answers)).toEqual([]);
  expect(answers.every(({ status }) => status === 303)).toBe(true);
  expect(await soldOf(item)).toEqual({ paid: 1, charges: 1, entries: 2, sales: 1 });
});

test('the confirming call says that it is paid', async () => {
  const { as, item, id: paymentIntentId } = await buyer(false);
  const answers = await atOnce(() =>
    world.ask(`/api/content/${item}/confirm-purchase`, { method: 'POST', json: { paymentIntentId }, as }),
  );
  expect(answers.map(({ status }) => status)).toEqual(Array(repeats).fill(200));
  expect(await soldOf(item)).toEqual({ paid: 1, charges: 1, entries: 2, sales: 1 });
});

test('two admins, the provider’s dashboard and its events refund a purchase once', async () => {
  const { item, id: paymentId, purchaseId } = await buyer(false);
  await world.payments.deliver();
  const answers = await atOnce((n) => {
    if (n === 3) {
      const own = { paymentId, amountCents: 499, idempotencyKey: `own ${item}` };
      void world.payments.sandbox.provider.refund(own).catch(() => {});
    }
    return world.post(`/admin/purchases/${purchaseId}/refund`, { note: 'At once' }, { as: asAdmins[n % 2] });
  });
  expect(failed(answers)).toEqual([]);
  expect(await soldOf(item)).toEqual({ paid: 0, charges: 1, entries: 4, sales: 0 });
  const given = await row<{ cents: number }>(world.em())`
    select sum((body->>'amount')::int)::int as cents from sandbox.object
    where kind = 'refund' and body->>'payment_intent' = ${paymentId} and body->>'status' = 'succeeded'`;
  expect(given?.cents).toBe(499);
});

async function subscriber(isPaid = true) {
  const viewer = await world.person();
  const { url } = await startSubscription(world.member(viewer), 'premium', { hosted: true });
  await world.payments.answer(url);
  if (isPaid) await world.payments.deliver();
  return { viewer, as: await world.signIn(viewer), id: url?.split('/').at(-1) ?? '' };
}

const planOf = async (viewer: Viewer) =>
  (
    await rows<{ plan: string; isCancelled: boolean; scheduled: string | null }>(world.em())`
      select u.plan, s.cancel_at_period_end as "isCancelled", s.scheduled_plan as scheduled
      from subscriptions s join users u on u.id = s.user_id where u.id = ${viewer.id}`
  )[0];

test('the return page of a plan opens it once', async () => {
  const { viewer, as, id } = await subscriber(false);
  const answers = await atOnce(() => world.ask(`/subscribe/return?session_id=${id}`, { as }));
  expect(failed(answers)).toEqual([]);
  expect(await planOf(viewer)).toEqual({ plan: 'premium', isCancelled: false, scheduled: null });
  expect(await rows(world.em())`select 1 from charges where user_id = ${viewer.id}`).toHaveLength(1);
});

test.each([
  ['cancel', { isCancelled: true, scheduled: null }],
  ['resume', { isCancelled: false, scheduled: null }],
  ['undo-change', { isCancelled: false, scheduled: null }],
  ['card', { isCancelled: false, scheduled: null }],
])('the button %s of billing has its effect once', async (name, expected) => {
  const { viewer, as } = await subscriber();
  const own = world.member(viewer);
  if (name === 'resume') await cancelPlan(own);
  if (name === 'undo-change') {
    await changePlan(own, 'vip', { prorationAt: new Date(world.clock.at) });
    await changePlan(world.member(viewer), 'premium');
  }
  const answers = await atOnce(() => world.post(`/account/billing/${name}`, {}, { as }));
  expect(failed(answers)).toEqual([]);
  expect(answers.every(({ status }) => status === 303)).toBe(true);
  expect(await planOf(viewer)).toMatchObject(expected);
});

test('none of it was an error of the site or of its jobs', () => {
  const log = world.site.log();
  expect(log).not.toMatch(/ConflictError|deadlock detected|"level":50/);
});
