import { beforeEach, describe, expect, test } from 'vitest';
import { untilLocked } from '../../../../tests/support/database/waiting.ts';
import { form, type Part } from '../../../../tests/support/media/upload-form.ts';
import { testShop } from '../../../../tests/support/money/shop.ts';
import { redirectOf } from '../../../../tests/support/site/redirect-of.ts';
import { row, rows, sql } from '../../../../tests/support/sql.ts';
import { formPost } from '../../../../tests/support/world.ts';
import type { Viewer } from '../../../scope.ts';
import * as payOut from '../../commerce/earnings/mark-paid.page.tsx';
import { startPurchase } from '../../commerce/purchases/buy.server.ts';
import * as refund from '../../commerce/purchases/refund.page.tsx';
import * as editCard from '../../library/featured/edit.page.tsx';
import * as editCreator from '../members/creators/edit-creator.page.tsx';
import * as gift from '../members/gifts/gift.page.tsx';
import * as takeGift from '../members/gifts/take-gift.action.ts';

/** Two admins change the same thing: the second one is notified and keeps the typed text. */
const shop = testShop();
const { world } = shop;
let first: Viewer;
let second: Viewer;
beforeEach(async () => {
  first = await world.person({ isAdmin: true });
  second = await world.person({ isAdmin: true });
});

type Edge = (args: never) => unknown;
const open = async (edge: Edge, params: Record<string, string>) =>
  (await world.send(edge, first, '/admin/x', params)).json();
const send = (edge: Edge, who: Viewer, params: Record<string, string>, fields: Record<string, string>) =>
  world.send(edge, who, '/admin/x', params, formPost(fields));
async function formAnswer(answer: Response, status = 422) {
  expect(answer.status).toBe(status);
  return (await answer.json()).form;
}

async function sold() {
  const { creator, item, asBuyer } = await shop.stand(2000);
  const { clientSecret, purchaseId } = await startPurchase(asBuyer(), item);
  await world.payments.answer(clientSecret);
  await shop.settled();
  return { creator, purchaseId };
}

describe('giving a plan', () => {
  const until = '2027-05-31';

  test('over one that was given meanwhile asks for confirmation', async () => {
    const { id } = await world.person();
    const params = { id: String(id) };
    const { given } = await open(gift.loader, params);
    expect((await send(gift.action, first, params, { plan: 'vip', until, given })).status).toBe(303);
    const typed = { plan: 'premium', until: '2026-07-01', note: 'A raffle' };
    const { error, initialValue } = await formAnswer(
      await send(gift.action, second, params, { ...typed, given }),
    );
    expect(error).toEqual({
      '': [
        'In the meantime, VIP Elite was given until May 31, 2027. Give the plan again to replace it with yours.',
      ],
    });
    expect(initialValue).toMatchObject(typed);
    const now = await open(gift.loader, params);
    expect((await send(gift.action, second, params, { ...typed, given: now.given })).status).toBe(303);
  });

  test('that was taken back meanwhile asks for confirmation, too', async () => {
    const { id } = await world.person();
    const params = { id: String(id) };
    await send(gift.action, first, params, { plan: 'vip', until });
    const { given } = await open(gift.loader, params);
    await send(takeGift.action, first, params, {});
    const { error } = await formAnswer(
      await send(gift.action, second, params, { plan: 'vip', until, given }),
    );
    expect(error['']).toEqual([
      expect.stringMatching(/^The given plan has been taken back in the meantime\./),
    ]);
  });
});

describe('a payout', () => {
  test('beside one that was recorded meanwhile asks for confirmation', async () => {
    const { creator } = await sold();
    const params = { creatorId: String(creator.id) };
    const attempts = ['11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-222222222222'];
    const { owed } = await open(payOut.loader, params);
    const fields = { amount: '4.00', paidOut: String(owed.paidOutCents) };
    const pay = (who: Viewer, attempt = '', more = {}) =>
      send(payOut.action, who, params, { ...fields, attempt, ...more });
    expect((await pay(first, attempts[0])).status).toBe(303);
    const { error, initialValue } = await formAnswer(await pay(second, attempts[1], { reference: 'Bank 7' }));
    expect(error).toEqual({
      amount: [
        'In the meantime, $4.00 was marked as paid; $6.00 is left. Send the form again if you paid this as well.',
      ],
    });
    expect(initialValue).toMatchObject({ amount: '4.00', reference: 'Bank 7' });
    expect((await pay(first, attempts[0])).status).toBe(303);
    const count = () => rows(world.em())`select 1 from payouts where creator_id = ${creator.id}`;
    expect(await count()).toHaveLength(1);
    expect((await pay(second, attempts[1], { paidOut: '400' })).status).toBe(303);
    expect(await count()).toHaveLength(2);
  });
});

describe('a refund', () => {
  const params = (id: number) => ({ id: String(id) });

  test('asked for by two admins at once is sent once, and the second reads so', async () => {
    const { purchaseId } = await sold();
    const answers = await Promise.all(
      [first, second].map((who) =>
        send(refund.action, who, params(purchaseId), { note: `Typed by ${who.username}` }),
      ),
    );
    const [done, late] = answers.toSorted((one, other) => one.status - other.status);
    expect((await redirectOf(done as Response)).says).toMatch(/^Refunded/);
    const { error, initialValue } = await formAnswer(late as Response, 409);
    expect(error['']).toEqual([
      expect.stringMatching(
        /^(@\w+ has already refunded this\.|This purchase has already been refunded in full)/,
      ),
    ]);
    expect(initialValue.note).toMatch(/^Typed by/);
    expect(await rows(world.em())`select 1 from refunds where purchase_id = ${purchaseId}`).toHaveLength(1);
    const again = await send(refund.action, second, params(purchaseId), { note: 'Late' });
    const stale = await formAnswer(again, 409);
    expect(stale.error['']).toEqual(['This purchase has already been refunded in full.']);
  });
});

describe('at the same moment', () => {
  const statuses = (answers: Response[]) => answers.map(({ status }) => status).toSorted();
  /** Locks a row until both wait for it. */
  async function meeting(table: 'users' | 'featured', id: number, both: () => Promise<Response>[]) {
    const em = world.em();
    // Not `transactional`: MikroORM would draw both into the same transaction.
    await em.begin();
    await row(em)`select 1 from ${sql.table(table)} where id = ${id} for update`;
    const answers = both();
    await untilLocked(em, 2);
    await em.commit();
    return Promise.all(answers);
  }

  test('one of two edits of a creator is warned of the other', async () => {
    const { id } = await world.person();
    const params = { id: String(id) };
    const { values, seen } = await open(editCreator.loader, params);
    const answers = await meeting('users', id, () =>
      [first, second].map((who) =>
        send(editCreator.action, who, params, { ...values, seen, bio: `By ${who.username}` }),
      ),
    );
    expect(statuses(answers)).toEqual([303, 422]);
  });

  test('one of two edits of a card is warned of the other', async () => {
    const made = await row<{ id: number }>(world.em())`
      insert into featured (title, creator) values ('Old', 'Lena') returning id`;
    const params = { id: String(made?.id) };
    const { seen } = await open(editCard.loader, params);
    const change = (who: Viewer) => {
      const parts: Part[] = [
        ['title', `By ${who.username}`],
        ['seen', seen],
      ];
      return world.send(editCard.action, who, '/admin/x', params, form(parts));
    };
    const answers = await meeting('featured', made?.id ?? 0, () => [change(first), change(second)]);
    expect(statuses(answers)).toEqual([303, 422]);
  });
});

test('a card that was deleted meanwhile comes back as a new one, with all that was typed', async () => {
  const made = await row<{ id: number }>(world.em())`
    insert into featured (title, creator) values ('Gone', 'Lena') returning id`;
  const params = { id: String(made?.id) };
  const { seen } = await open(editCard.loader, params);
  await row(world.em())`delete from featured where id = ${made?.id ?? 0}`;
  const parts: Part[] = [
    ['title', 'Typed with care'],
    ['creator', 'Lena'],
    ['seen', seen],
  ];
  const { error, initialValue } = await formAnswer(
    await world.send(editCard.action, second, '/admin/x', params, form(parts)),
  );
  expect(error).toEqual({ '': ['This card has been deleted in the meantime. Save to create it again.'] });
  expect(initialValue.title).toBe('Typed with care');
  const shown = await world.send(editCard.loader, second, '/admin/x', params);
  expect(shown.status).toBe(404);
});
