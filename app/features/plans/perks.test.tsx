import { renderToStaticMarkup } from 'react-dom/server';
import { beforeAll, describe, expect, test } from 'vitest';
import { testShop } from '../../../tests/support/shop.ts';
import { formPost } from '../../../tests/support/world.ts';
import { row } from '../../db/sql.server.ts';
import { NotAllowed, NotFound, Refused, SignInRequired } from '../../errors.ts';
import { requireMember } from '../../http/guards.server.ts';
import type { PaidPlan } from '../../payments/payments.ts';
import type { Viewer } from '../../scope.ts';
import { viewerById } from '../accounts/sessions.server.ts';
import { downloadAddress } from '../content/download.server.ts';
import * as edit from '../content/edit.page.tsx';
import { findItem } from '../content/item.server.ts';
import { whatUnlocks } from '../content/unlock.server.ts';
import type { Tier } from '../content/words.ts';
import { contactOf } from '../creators/contact.server.ts';
import { Contact } from '../creators/contact.tsx';
import { setFollow } from '../follows/follows.server.ts';
import { sendMessage } from '../messages/send.server.ts';
import { askRequest } from '../requests/ask.server.ts';
import { saveOffer } from '../requests/offer.server.ts';
import { askQuestion } from '../support/ask.server.ts';
import { priorityWords } from '../support/priority.ts';
import { listQuestions } from '../support/queue.server.ts';
import { billingSummary } from './billing.server.ts';
import { cancelPlan } from './change-plan.server.ts';
import { startSubscription } from './subscribe.server.ts';

const shop = testShop();
const { world } = shop;

/** The same member as the next request sees them: the plan is read at this moment. */
const fresh = async (viewer: Viewer | null) => viewer && viewerById(world.em(), viewer.id, world.clock.at);
const as = async (viewer: Viewer | null) => requireMember(world.scope(await fresh(viewer)));

async function subscribed(plan: PaidPlan): Promise<Viewer> {
  const viewer = await world.person();
  const { clientSecret } = await startSubscription(world.member(viewer), plan);
  await world.till.answer(clientSecret);
  await shop.settled();
  return viewer;
}

/** A minute after the period that was paid for, with everything heard that the bank has to say. */
async function passPeriod(viewer: Viewer) {
  const { subscription } = await billingSummary(await as(viewer));
  const end = subscription?.nextBillingAt ?? subscription?.endsAt ?? world.clock.at;
  world.clock.at = new Date(end.getTime() + 60_000);
  await world.till.sandbox.advance();
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
  await world.till.sandbox.advance();
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
  Explorer: () => world.person(),
  Premium: () => subscribed('premium'),
  'Premium, cancelled': () => cancelled('premium'),
  'Premium, in grace': () => inGrace('premium'),
  'Premium, ended': () => ended('premium'),
  'Premium, never paid': () => graceOver('premium'),
  'VIP Elite': () => subscribed('vip'),
  'VIP Elite, cancelled': () => cancelled('vip'),
  'VIP Elite, ended': () => ended('vip'),
  'VIP Elite, a gift': () => given('vip', 0.5),
  'a gift that ended': () => given('vip', 2),
  admin: () => world.person({ isAdmin: true }),
};

/** Where a rule says no: its words, and where the way out leads. */
function noOf(error: unknown): string {
  const isNo = [Refused, NotAllowed, SignInRequired, NotFound].some((kind) => error instanceof kind);
  if (!isNo) throw error;
  if (error instanceof SignInRequired) return 'sign in';
  return [(error as Error).message, (error as Refused).link?.href].filter(Boolean).join(' ');
}
const tried = async (work: () => Promise<unknown>): Promise<string> => {
  try {
    await work();
    return 'yes';
  } catch (error) {
    return noOf(error);
  }
};

/** 'yes' when the item is open; else every way that its page offers. */
async function opens(viewer: Viewer | null, facts: { tier: Tier; earlyUntil?: Date }) {
  const id = await world.item(facts);
  const scope = world.scope(await fresh(viewer));
  const item = await findItem(scope, id);
  if (item.openness !== 'locked') return 'yes';
  const ways = (await whatUnlocks(scope, item))?.ways ?? [];
  return ways.map(({ name, button }) => [name, button?.href].join(' ')).join('; ');
}

let creators: Viewer[] = [];
beforeAll(async () => {
  creators = await Promise.all(Array.from({ length: 11 }, () => world.person()));
});

const writes = async (viewer: Viewer | null, to: Viewer) =>
  tried(async () => sendMessage(await as(viewer), to.username, { text: 'Hello' }));

/** Puts so many items on sale, one after the other, by the form; what became of the last one. */
async function sells(viewer: Viewer | null, count: number): Promise<string> {
  if (viewer) await row(world.em())`update content set is_for_sale = false where creator_id = ${viewer.id}`;
  let said = '';
  for (let n = 0; n < count; n += 1) {
    const id = String(await world.item({ creator: viewer?.id, isForSale: false }));
    const fields = { title: 'Sold', category: 'training', tier: 'free', isForSale: 'true', price: '4.99' };
    const path = `/content/${id}/edit`;
    const answer = await world.send(edit.action, await fresh(viewer), path, { id }, formPost(fields));
    const to = answer.headers.get('location') ?? '';
    if (answer.status === 303) said = to.startsWith('/auth') ? 'sign in' : 'yes';
    else said = (await answer.json()).form.error.isForSale[0];
  }
  return said;
}

/** To the larger plan; where a payment or a cancellation stands before it, to what must be settled first. */
const toVip = /VIP Elite (\S*(%2F|\/)subscribe\S*vip|\/account\/billing)/;

/** Every perk of the pricing page: how it is asked for, and what a no must say. */
const perks: Record<string, [ask: (viewer: Viewer | null) => Promise<string>, no: RegExp]> = {
  premium: [(viewer) => opens(viewer, { tier: 'premium' }), /Premium \S*(%2F|\/)subscribe/],
  vip: [(viewer) => opens(viewer, { tier: 'vip' }), toVip],
  early: [
    (viewer) =>
      opens(viewer, { tier: 'premium', earlyUntil: new Date(world.clock.at.getTime() + 86_400_000) }),
    toVip,
  ],
  download: [
    async (viewer) => {
      const id = await world.item({ hasPicture: true });
      const media = await row<{ id: number }>(world.em())`select id from media where content_id = ${id}`;
      const scope = world.scope(await fresh(viewer));
      return tried(() => downloadAddress(scope, { id, mediaId: media?.id ?? 0 }));
    },
    /Premium and VIP/,
  ],
  start: [
    async (viewer) => {
      const athlete = await world.person();
      await world.item({ creator: athlete.id });
      return writes(viewer, athlete);
    },
    /^Premium and VIP Elite members start/,
  ],
  answer: [
    async (viewer) => {
      const fan = { ...(await world.person()), plan: 'premium' as const };
      if (viewer) {
        await world.item({ creator: viewer.id });
        await sendMessage(world.member(fan), viewer.username, { text: 'Hello' });
      }
      return writes(viewer, fan);
    },
    /never/,
  ],
  contact: [
    async (viewer) => {
      const athlete = await world.person();
      await row(world.em())`update users set contact_lines = '{me@example.com}' where id = ${athlete.id}`;
      const contact = await contactOf(world.scope(await fresh(viewer)), athlete.id);
      if (contact?.ways) return 'yes';
      const shown = { name: 'Ana', ways: null, isSelf: false, isSignedIn: viewer !== null };
      return renderToStaticMarkup(<Contact {...shown} />);
    },
    /VIP members.*(%2F|\/)subscribe\S*vip/,
  ],
  'sell 1': [(viewer) => sells(viewer, 1), /part of the Premium and VIP Elite plans.*\/subscriptions/],
  'sell 2': [(viewer) => sells(viewer, 2), /part of the Premium and VIP Elite plans.*\/subscriptions/],
  'sell 3': [
    (viewer) => sells(viewer, 3),
    /(With Premium you can have 2 items .* and 2 are|part of the Premium and VIP Elite plans).*\/subscriptions/,
  ],
  '11th': [
    async (viewer) => {
      let said = '';
      for (const { username } of creators) {
        said = await tried(async () => setFollow(world.scope(await fresh(viewer)), username, true));
      }
      return said;
    },
    /up to 10 creators, and you follow 10.*\/subscriptions/,
  ],
  request: [
    async (viewer) => {
      const athlete = await world.person();
      const offer = { price: 2_500, days: 7, atOnce: 2, note: null, isOpen: true };
      await saveOffer(world.member(athlete), offer);
      const wish = { title: 'My guard', wish: 'Please show how you keep the elbow when stacked.' };
      return tried(async () => askRequest(await as(viewer), athlete.username, wish));
    },
    /comes with VIP Elite.*\/subscribe\?plan=vip/,
  ],
  priority: [
    async (viewer) => {
      await row(world.em())`delete from support_questions`;
      const question = { topic: 'other', subject: 'Early', text: 'Hello' } as const;
      const name = { name: 'Vic', email: 'vic@example.com' };
      await askQuestion(world.scope(await world.person()), question);
      shop.later(1);
      const scope = world.scope(await fresh(viewer));
      await askQuestion(scope, { ...question, subject: 'Late', ...name });
      const page = { show: 'open', topic: null, size: 2, after: null } as const;
      const { items } = await listQuestions(world.member(await world.person({ isAdmin: true })), page);
      return items[0]?.subject === 'Late' ? 'yes' : priorityWords(scope.viewer?.plan ?? null);
    },
    /^Questions of members with Premium or VIP Elite come first/,
  ],
};

/** y: yes; n: no, with the way to a yes; s: sign in first. */
const table = `
                     | premium | vip | early | download | start | answer | contact | sell 1 | sell 2 | sell 3 | 11th | request | priority
visitor              | n       | n   | n     | s        | s     | s      | n       | s      | s      | s      | s    | s       | n
Explorer             | n       | n   | n     | n        | n     | y      | n       | n      | n      | n      | n    | n       | n
Premium              | y       | n   | n     | y        | y     | y      | n       | y      | y      | n      | y    | n       | y
Premium, cancelled   | y       | n   | n     | y        | y     | y      | n       | y      | y      | n      | y    | n       | y
Premium, in grace    | y       | n   | n     | y        | y     | y      | n       | y      | y      | n      | y    | n       | y
Premium, ended       | n       | n   | n     | n        | n     | y      | n       | n      | n      | n      | n    | n       | n
Premium, never paid  | n       | n   | n     | n        | n     | y      | n       | n      | n      | n      | n    | n       | n
VIP Elite            | y       | y   | y     | y        | y     | y      | y       | y      | y      | y      | y    | y       | y
VIP Elite, cancelled | y       | y   | y     | y        | y     | y      | y       | y      | y      | y      | y    | y       | y
VIP Elite, ended     | n       | n   | n     | n        | n     | y      | n       | n      | n      | n      | n    | n       | n
VIP Elite, a gift    | y       | y   | y     | y        | y     | y      | y       | y      | y      | y      | y    | y       | y
a gift that ended    | n       | n   | n     | n        | n     | y      | n       | n      | n      | n      | n    | n       | n
admin                | y       | y   | y     | y        | n     | y      | y       | n      | n      | n      | n    | n       | n
`;
const [head = [], ...lines] = table
  .trim()
  .split('\n')
  .map((line) => line.split('|').map((cell) => cell.trim()));
const expected = lines.map(([holder = '', ...cells]) => [
  holder,
  Object.fromEntries(cells.map((cell, at) => [head[at + 1] ?? '', cell])),
]);

test('the table has every holder and every perk once', () => {
  expect(lines.map(([holder]) => holder)).toEqual(Object.keys(holders));
  expect(head.slice(1)).toEqual(Object.keys(perks));
});

describe('plan × perk × state (experience.md §1)', () => {
  test.each(expected as [string, Record<string, string>][])('%s', async (holder, cells) => {
    const viewer = (await holders[holder]?.()) ?? null;
    const found: Record<string, string> = {};
    for (const [perk, [ask, no]] of Object.entries(perks)) {
      const said = await ask(viewer);
      found[perk] = said === 'yes' ? 'y' : said === 'sign in' ? 's' : no.test(said) ? 'n' : `says ${said}`;
    }
    expect(found).toEqual(cells);
  });
});
