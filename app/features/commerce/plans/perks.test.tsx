import { renderToStaticMarkup } from 'react-dom/server';
import { beforeAll, describe, expect, test } from 'vitest';
import { planStates } from '../../../../tests/support/money/plan-states.ts';
import { testShop } from '../../../../tests/support/money/shop.ts';
import { row } from '../../../../tests/support/sql.ts';
import { formPost } from '../../../../tests/support/world.ts';
import type { Tier } from '../../../domain/tiers.ts';
import { NotAllowed, NotFound, Refused, SignInRequired } from '../../../errors.ts';
import type { Viewer } from '../../../scope.ts';
import { setFollow } from '../../community/follows/follows.server.ts';
import { sendMessage } from '../../community/messages/send.server.ts';
import * as edit from '../../library/authoring/edit.page.tsx';
import { contactOf } from '../../library/creators/contact.server.ts';
import { Contact } from '../../library/creators/contact.tsx';
import { downloadAddress } from '../../library/items/download.server.ts';
import { findItem } from '../../library/items/item.server.ts';
import { askQuestion } from '../../operations/support/ask.server.ts';
import { priorityWords } from '../../operations/support/priority.ts';
import { listQuestions } from '../../operations/support/queue.server.ts';
import { askRequest } from '../custom-requests/offers/ask.server.ts';
import { saveOffer } from '../custom-requests/offers/offer.server.ts';
import { plans } from './plan-texts.ts';
import { whatUnlocks } from './unlock/unlock.server.ts';

const shop = testShop();
const { world } = shop;

const { fresh, as, holders } = planStates(shop);

/** A refusal of a rule: its words, and where its link leads. */
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
  if (item.mediaAccess !== 'locked') return 'yes';
  const ways = (await whatUnlocks(scope, item))?.options ?? [];
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

/** Leads to the larger plan, or first to a payment or cancellation that must be settled. */
const toVip = /VIP Elite (\S*(%2F|\/)subscribe\S*vip|\/account\/billing)/;

/** Every perk of the pricing page: how it is requested, and what a refusal must say. */
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
      const details = { title: 'My guard', details: 'Please show how you keep the elbow when stacked.' };
      return tried(async () => askRequest(await as(viewer), athlete.username, details));
    },
    /come with VIP Elite.*\/subscribe\?plan=vip/,
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

/** y: yes; n: no, with a link to what allows it; s: sign in first. */
const table = `
                     | premium | vip | early | download | start | answer | contact | sell 1 | sell 2 | sell 3 | 11th | request | priority
visitor              | n       | n   | n     | s        | s     | s      | n       | s      | s      | s      | s    | s       | n
explorer             | n       | n   | n     | n        | n     | y      | n       | n      | n      | n      | n    | n       | n
premium              | y       | n   | n     | y        | y     | y      | n       | y      | y      | n      | y    | n       | y
premium, cancelled   | y       | n   | n     | y        | y     | y      | n       | y      | y      | n      | y    | n       | y
premium, in grace    | y       | n   | n     | y        | y     | y      | n       | y      | y      | n      | y    | n       | y
premium, ended       | n       | n   | n     | n        | n     | y      | n       | n      | n      | n      | n    | n       | n
premium, never paid  | n       | n   | n     | n        | n     | y      | n       | n      | n      | n      | n    | n       | n
vip                  | y       | y   | y     | y        | y     | y      | y       | y      | y      | y      | y    | y       | y
vip, cancelled       | y       | y   | y     | y        | y     | y      | y       | y      | y      | y      | y    | y       | y
vip, ended           | n       | n   | n     | n        | n     | y      | n       | n      | n      | n      | n    | n       | n
vip, a gift          | y       | y   | y     | y        | y     | y      | y       | y      | y      | y      | y    | y       | y
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

test('the table lists every holder and every perk once', () => {
  expect(lines.map(([holder]) => holder)).toEqual(Object.keys(holders));
  expect(head.slice(1)).toEqual(Object.keys(perks));
});

/** What the pricing page names, and the columns that prove it; the rest needs no plan, only an account or none. */
const named: Record<string, string[]> = {
  'Browse free content': [],
  'Follow athletes (up to 10 creators)': ['11th'],
  'Basic profile': [],
  'Premium content': ['premium'],
  'High-res downloads': ['download'],
  'Athlete messaging': ['start', 'answer'],
  'Monetize up to 2 techniques': ['sell 1', 'sell 2', 'sell 3'],
  'Priority support': ['priority'],
  'Exclusive content': ['vip'],
  'Unlimited monetization': ['sell 3'],
  'Custom requests': ['request'],
  'Direct athlete contact': ['contact'],
  'Early access': ['early'],
};

test('the pricing page names these perks and no more, and each is in the table', () => {
  expect(plans.flatMap((plan) => plan.perks)).toEqual(Object.keys(named));
  expect(new Set(Object.values(named).flat())).toEqual(new Set(Object.keys(perks)));
});

describe('plan × perk × state', () => {
  const rows = expected as [string, Record<string, string>][];
  const opening = ['premium', 'vip', 'early', 'download'];
  const selling = ['sell 1', 'sell 2', 'sell 3', 'request'];
  const reaching = ['start', 'answer', 'contact', '11th', 'priority'];

  /** Asks for each of these perks, by the real rules, and compares with the row of the table. */
  async function expectPerks(names: string[], holder: string, cells: Record<string, string>) {
    const viewer = (await holders[holder]?.()) ?? null;
    const found: Record<string, string> = {};
    for (const name of names) {
      const [ask, no] = perks[name] ?? [async () => 'no such perk', /never/];
      const said = await ask(viewer);
      found[name] = said === 'yes' ? 'y' : said === 'sign in' ? 's' : no.test(said) ? 'n' : `says ${said}`;
    }
    expect(found).toEqual(Object.fromEntries(names.map((name) => [name, cells[name]])));
  }

  test('the code asks for each perk in one place', () => {
    expect([...opening, ...selling, ...reaching].sort()).toEqual(Object.keys(perks).sort());
  });
  test.each(rows)('[E1.12] [E1.13] [E1.17] [E1.21] what each plan opens: %s', (holder, cells) =>
    expectPerks(opening, holder, cells),
  );
  test.each(rows)('[E1.10] [E1.14] [E1.16] [E1.20] whom each plan reaches: %s', (holder, cells) =>
    expectPerks(reaching, holder, cells),
  );
  // Last: when a plan ends, what was put on sale meanwhile would not fit it any more.
  test.each(rows)('[E1.15] [E1.18] [E1.19] [E9.4] what each plan sells and asks for: %s', (holder, cells) =>
    expectPerks(selling, holder, cells),
  );
});
