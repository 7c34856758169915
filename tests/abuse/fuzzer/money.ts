import { row } from '../../support/sql.ts';
import type { Case } from './case.ts';
import { formsIn } from './markup.ts';
import type { People, World } from './people.ts';
import { random } from './random.ts';
import { patternOf } from './routes.ts';
import type { SiteProcess } from './site-process.ts';
import { honest } from './values.ts';
import { deliveries } from './webhooks.ts';

interface Scene {
  world: World;
  site: SiteProcess;
  people: People;
  /** The payer: a new member of the fuzzer. */
  buyer: string;
}

const asked = (role: string, verb: string, address: string, body: Case['body'] = null): Case => {
  const [path = '/', search = ''] = address.split('?');
  const query = [...new URLSearchParams(search)];
  return {
    from: 'money',
    changes: [],
    target: `${verb} ${patternOf(path)}`,
    role,
    verb,
    path,
    query,
    headers: [],
    body,
  };
};
const form = (fields: Record<string, string>): Case['body'] => ({
  kind: 'urlencoded',
  fields: Object.entries(fields).map(([name, value]) => ({ name, value })),
});

/** Sends the form that a page shows for this action, as it was meant. @returns where the answer leads */
async function press({ site, buyer }: Scene, page: string, change: Record<string, string> = {}) {
  const shown = await site.send(asked(buyer, 'GET', page));
  const html = 'text' in shown ? shown.text : '';
  const found = formsIn(html, page).find(
    ({ verb, action }) => verb === 'POST' && action.split('?')[0] === page.split('?')[0],
  );
  const fields = found?.fields.map((field) => honest(field, random(page))) ?? [];
  const body: Case['body'] = {
    kind: 'urlencoded',
    fields: fields.map((field) => ({ name: field.name, value: change[field.name] ?? field.value })),
  };
  const answer = await site.send(asked(buyer, 'POST', found?.action ?? page, body));
  return 'headers' in answer ? ownPath(answer.headers.get('location')) : '';
}

const ownPath = (location = '') => location.replace(/^https?:\/\/[^/]+/, '');
const times = (count: number, each: Case) => Array.from({ length: count }, () => ({ ...each }));

/** Pays at the sandbox's page. @returns the address that the provider leads back to */
const pay = (scene: Scene, page: string) => press(scene, page, { outcome: 'pay' });

/** Everything that reads the same payment at the same time: the return page, the waiting page, the call, the
 *  webhook. */
async function paidItem(scene: Scene): Promise<Case[]> {
  const { world, buyer } = scene;
  // A new seller's item: those of the start may be gone, suspended or deleted by now.
  const seller = await world.person({ plan: 'vip' });
  const item = await world.item({ creator: seller.id, tier: 'vip', priceCents: 499, hasPicture: true });
  const back = await pay(scene, await press(scene, `/checkout/${item}`));
  const payment = await row<{ id: string }>(world.em())`
    select id from sandbox.object where kind = 'payment_intent' order by position desc limit 1`;
  const confirm = asked(
    buyer,
    'POST',
    `/api/content/${item}/confirm-purchase`,
    form({ paymentIntentId: payment?.id ?? '' }),
  );
  return [
    ...times(3, asked(buyer, 'GET', back)),
    ...times(2, asked(buyer, 'GET', `/checkout/${item}/status`)),
    confirm,
    ...(await deliveries(world, 2)),
  ];
}

async function paidPlan(scene: Scene): Promise<Case[]> {
  const back = await pay(scene, await press(scene, '/subscribe?plan=vip'));
  return [...times(6, asked(scene.buyer, 'GET', back)), ...(await deliveries(scene.world, 2))];
}

/** Everything that a member may do with a plan, at the same time. */
async function runningPlan(scene: Scene): Promise<Case[]> {
  const { buyer, world } = scene;
  await scene.site.send(asked(buyer, 'GET', await pay(scene, await press(scene, '/subscribe?plan=premium'))));
  const button = (address: string, fields = {}) => asked(buyer, 'POST', address, form(fields));
  return [
    ...times(3, button('/account/billing/cancel')),
    ...times(2, button('/account/billing/resume')),
    button('/subscribe?plan=vip', { plan: 'vip' }),
    button('/account/billing/undo-change'),
    asked(buyer, 'GET', '/account/billing'),
    ...(await deliveries(world, 2)),
  ];
}

async function oneButton(scene: Scene): Promise<Case[]> {
  await scene.site.send(
    asked(scene.buyer, 'GET', await pay(scene, await press(scene, '/subscribe?plan=vip'))),
  );
  return [
    ...times(6, asked(scene.buyer, 'POST', '/account/billing/cancel', form({}))),
    ...(await deliveries(scene.world, 2)),
  ];
}

/** An admin refunds while the buyer looks and the webhook arrives. */
async function refunded(scene: Scene): Promise<Case[]> {
  const cases = await paidItem(scene);
  await scene.site.send(cases[0]!);
  const purchase = await row<{ id: number; content_id: number }>(scene.world.em())`
    select id, content_id from purchases where user_id = ${scene.people.idOf(scene.buyer)} and status = 'paid' limit 1`;
  return [
    ...times(4, asked('admin', 'POST', `/admin/purchases/${purchase?.id}/refund`, form({ note: 'fuzz' }))),
    ...times(2, asked(scene.buyer, 'GET', `/checkout/${purchase?.content_id}/status`)),
    ...(await deliveries(scene.world, 2)),
  ];
}

const scenes = [paidItem, paidPlan, runningPlan, refunded, oneButton];

/** Prepares a member who has just paid. @returns the requests to send at the same time */
export function moneyBurst(scene: Scene, number: number): Promise<Case[]> {
  return scenes[number % scenes.length]!(scene);
}
