import { expect, test } from 'vitest';
import { paymentIn, testShop } from '../../../../tests/support/money/shop.ts';
import { auditEntriesAbout } from '../../../../tests/support/people/audit-entries.ts';
import { redirectOf } from '../../../../tests/support/site/redirect-of.ts';
import { rows } from '../../../../tests/support/sql.ts';
import { formPost } from '../../../../tests/support/world.ts';
import type { Viewer } from '../../../scope.ts';
import { deleteContent } from '../../library/authoring/delete-content.server.ts';
import { findCard } from '../../library/catalog/cards.server.ts';
import * as purchases from '../purchases/all-purchases.page.tsx';
import { startPurchase } from '../purchases/buy.server.ts';
import * as refund from '../purchases/refund.page.tsx';
import * as earnings from './earnings.page.tsx';
import * as pay from './mark-paid.page.tsx';
import * as owed from './owed.api.ts';
import * as payouts from './payouts.page.tsx';
import * as statement from './statement.api.ts';

const shop = testShop();
const { world, stand } = shop;
const attempt = '5f3c9f6e-3d0a-4f66-9a3b-0d2f3a6b7c8d';

async function sold(priceCents = 999) {
  const there = await stand(priceCents);
  const { clientSecret } = await startPurchase(there.asBuyer(), there.item);
  await world.payments.answer(clientSecret);
  await shop.settled();
  const [purchase] = await rows<{ id: number }>(world.em())`
    select id from purchases where content_id = ${there.item}`;
  return { ...there, purchaseId: purchase?.id ?? 0, paymentId: paymentIn(clientSecret) };
}

const markPaid = (admin: Viewer, creator: Viewer, fields: Record<string, string>) => {
  const params = { creatorId: String(creator.id) };
  return world.send(pay.action, admin, `/admin/payouts/${creator.id}`, params, formPost(fields));
};
const giveBack = (admin: Viewer, id: number, fields: Record<string, string> = {}) =>
  world.send(refund.action, admin, `/admin/purchases/${id}/refund`, { id: String(id) }, formPost(fields));

test('a creator sees each own sale, Summa’s share and the balance, and no other creator’s', async () => {
  const { creator, item } = await sold(999);
  const mine = await (await world.send(earnings.loader, creator, '/studio/earnings')).json();
  expect(mine.balance).toEqual({ earnedCents: 500, frozenCents: 0, paidOutCents: 0, availableCents: 500 });
  expect(mine.sales).toMatchObject([{ contentId: item, amountCents: 999, creatorCents: 500 }]);
  // Its creator has no page of what they deleted, so the line is no link any more.
  expect(mine.sales[0].isGone).toBe(false);
  await deleteContent(world.member(creator), item);
  const after = await (await world.send(earnings.loader, creator, '/studio/earnings')).json();
  expect(after.sales).toMatchObject([{ contentId: item, isGone: true }]);
  const other = await (await world.send(earnings.loader, await world.person(), '/studio/earnings')).json();
  expect([other.sales, other.balance.earnedCents]).toEqual([[], 0]);
});

test('the statement is a file that only its creator can download', async () => {
  const { creator } = await sold(999);
  const file = await world.send(statement.loader, creator, '/studio/earnings.csv');
  expect(file.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(file.headers.get('content-disposition')).toBe('attachment; filename="summa-statement.csv"');
  const bytes = Buffer.from(await file.arrayBuffer());
  expect(bytes.subarray(0, 3).toString('hex')).toBe('efbbbf');
  expect(bytes.subarray(3).toString()).toMatch(
    /^Date \(UTC\),Kind,.*\r\n[\d-]{10} [\d:]{8},sale,.*,500,500\r\n$/,
  );
  const german = await world.send(
    statement.loader,
    creator,
    '/studio/earnings.csv',
    {},
    {
      headers: { 'accept-language': 'de' },
    },
  );
  expect(await german.text()).toMatch(/;500;500\r\n$/);
  expect((await redirectOf(await world.send(statement.loader, null, '/studio/earnings.csv'))).to).toMatch(
    /^\/auth/,
  );
});

test('an admin sees what each creator is owed, and records a payout once and never above the balance', async () => {
  const { creator } = await sold(999);
  const admin = await world.person({ isAdmin: true });
  const params = { creatorId: String(creator.id) };
  const shown = await (await world.send(pay.loader, admin, '/admin/payouts/1', params)).json();
  expect(shown.owed).toMatchObject({ creatorId: creator.id, availableCents: 500 });
  for (const [amount, said] of [
    ['', 'Please enter the amount.'],
    ['five', 'Please enter the amount in dollars and cents, like 25.50.'],
    ['5.01', 'A payout can be between $0.01 and $5.00, the amount available.'],
  ] as const) {
    const wrong = await markPaid(admin, creator, { amount, attempt, reference: 'T-1' });
    expect(wrong.status).toBe(422);
    expect((await wrong.json()).form).toMatchObject({
      error: { amount: [said] },
      initialValue: { reference: 'T-1' },
    });
  }
  for (const _ of [1, 2]) {
    expect(
      await redirectOf(await markPaid(admin, creator, { amount: '5.00', attempt, reference: 'T-1' })),
    ).toEqual({
      status: 303,
      to: '/admin/payouts',
      says: 'Payout recorded: $5.00 marked as paid.',
    });
  }
  const list = await (await world.send(payouts.loader, admin, '/admin/payouts')).json();
  const made = list.payouts.filter((each: { creatorId: number }) => each.creatorId === creator.id);
  expect(made).toHaveLength(1);
  const name = `$5.00 to ${creator.firstName} ${creator.lastName} @${creator.username}`;
  expect(await auditEntriesAbout(world.em(), 'payout', made[0].id)).toEqual([
    {
      by: admin.id,
      verb: 'recorded',
      name,
      before: null,
      note: null,
      after: { creatorId: creator.id, amountCents: 500, reference: 'T-1' },
    },
  ]);
  expect(await (await world.send(owed.loader, admin, '/admin/payouts.csv')).text()).toContain(
    '500,0,500,0\r\n',
  );
  expect((await world.send(pay.loader, admin, '/admin/payouts/9', { creatorId: '2000000000' })).status).toBe(
    404,
  );
});

test('a refund by an admin locks the item, takes the share back, and happens once', async () => {
  const { buyer, creator, item, purchaseId } = await sold(999);
  const admin = await world.person({ isAdmin: true });
  const list = await (await world.send(purchases.loader, admin, '/admin/purchases')).json();
  expect(list.purchases[0]).toMatchObject({ id: purchaseId, isRefundable: true, buyerEmail: buyer.email });
  const done = await redirectOf(await giveBack(admin, purchaseId, { note: 'Did not open' }));
  expect(done).toMatchObject({ status: 303, to: '/admin/purchases' });
  expect((await findCard(world.scope(buyer), item)).mediaAccess).toBe('locked');
  const mine = await (await world.send(earnings.loader, creator, '/studio/earnings')).json();
  expect([mine.sales, mine.balance.earnedCents]).toEqual([[], 0]);
  const again = await giveBack(admin, purchaseId);
  expect(again.status).toBe(409);
  expect((await again.json()).form.error['']).toEqual(['This purchase has already been refunded in full.']);
  await shop.settled();
});

test('members are redirected home from all these pages', async () => {
  const { creator, purchaseId } = await sold();
  const member = await world.person({ plan: 'vip' });
  const denied = {
    status: 303,
    to: '/',
    says: expect.stringContaining('You need admin privileges to access this page.'),
  };
  for (const edge of [payouts.loader, owed.loader, purchases.loader])
    expect(await redirectOf(await world.send(edge, member, '/admin/payouts'))).toEqual(denied);
  expect(await redirectOf(await markPaid(member, creator, { amount: '1', attempt }))).toEqual(denied);
  expect(await redirectOf(await giveBack(member, purchaseId))).toEqual(denied);
});
