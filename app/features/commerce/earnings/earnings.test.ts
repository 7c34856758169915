import { describe, expect, test } from 'vitest';
import { paymentIn, testShop } from '../../../../tests/support/money/shop.ts';
import { row, rows } from '../../../../tests/support/sql.ts';
import { recordCharge } from '../ledger/charges.server.ts';
import { creatorShareCents } from '../ledger/share.ts';
import { startPurchase } from '../purchases/buy.server.ts';
import { listOwed } from './balances.sql.server.ts';
import { csvLine, separatorFor } from './csv.ts';
import { balanceOf } from './earnings.server.ts';
import { loader as salesCall } from './my-sales.api.ts';
import { listPayouts, owedInAll, owedTo, recordPayout } from './payouts.server.ts';
import { statement } from './statement.sql.server.ts';
import { owedCsv, statementCsv } from './statements.ts';

const shop = testShop();
const { world, stand } = shop;

/** Sells the item to one more member; answers the payment. */
async function sell(item: number) {
  const { clientSecret } = await startPurchase(world.member(await world.person()), item);
  await world.payments.answer(clientSecret);
  await shop.settled();
  return paymentIn(clientSecret);
}
const admin = async () => world.member(await world.person({ isAdmin: true }));

test('[E9.6] [C1.4] [C9.5] [D4] both shares of every price add up, and the creator gets the odd cent', async () => {
  const { item, buyer, creator } = await stand();
  const em = world.em();
  const at = world.clock.at;
  const prices = [99, 100, 101, 499, 500, 999, 1_000, 12_345, 49_999, 50_000];
  // Rolled back at the end, because the provider knows none of these payments.
  await em.begin();
  for (const amountCents of prices) {
    const purchase = await row<{ id: number }>(em)`
      insert into purchases (user_id, content_id, amount_cents, status)
      values (${buyer.id}, ${item}, ${amountCents}, 'failed') returning id`;
    const paymentId = `payment of ${amountCents}`;
    const sale = { kind: 'sale', title: 'Sold', paidAt: at, purchaseId: purchase?.id ?? 0 } as const;
    await recordCharge(em, { ...sale, userId: buyer.id, creatorId: creator.id, paymentId, amountCents }, at);
    const shares = await rows<{ account: string; cents: number }>(em)`
      select e.account, e.amount_cents as cents from ledger_entries e join charges h on h.id = e.charge_id
      where h.payment_id = ${paymentId} order by e.account`;
    const half = Math.floor(amountCents / 2);
    expect(shares).toEqual([
      { account: 'creator', cents: half + (amountCents % 2) },
      { account: 'platform', cents: half },
    ]);
  }
  await em.rollback();
  // The rounding of all other prices.
  const all = Array.from({ length: 50_000 - 98 }, (_, n) => n + 99);
  expect(all.filter((cents) => creatorShareCents(cents) !== (cents + (cents % 2)) / 2)).toEqual([]);
});

describe('my-sales', () => {
  test('[C7.14] [C3.13] [C6.6] lists own sales in dollars, newest first, page by page, and no other creator’s', async () => {
    const { item, creator } = await stand(499);
    for (let n = 0; n < 3; n += 1) await sell(item);
    const first = await world.send(salesCall, creator, '/api/my-sales?limit=2');
    const sales = (await first.json()) as unknown[];
    expect(sales).toHaveLength(2);
    expect(sales[0]).toEqual({
      id: expect.any(Number),
      contentId: item,
      amount: 4.99,
      creatorEarnings: 2.5,
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
    });
    const next =
      /<http:\/\/localhost:3000([^>]+)>; rel="next"/.exec(first.headers.get('link') ?? '')?.[1] ?? '';
    const second = await world.send(salesCall, creator, next);
    expect(await second.json()).toHaveLength(1);
    const other = await world.send(salesCall, await world.person(), '/api/my-sales');
    expect(await other.json()).toEqual([]);
    expect((await world.send(salesCall, null, '/api/my-sales')).status).toBe(401);
  });

  test('a refunded sale is no longer listed as a sale, and appears in the statement', async () => {
    const { item, creator } = await stand(999);
    const paymentId = await sell(item);
    await world.payments.sandbox.provider.refund({ paymentId, idempotencyKey: `back ${paymentId}` });
    await shop.settled();
    expect(await (await world.send(salesCall, creator, '/api/my-sales')).json()).toEqual([]);
    const lines = await statement({ em: world.em() }, creator.id);
    expect(lines.map(({ kind, amountCents }) => [kind, amountCents])).toEqual([
      ['sale', 500],
      ['refund', -500],
    ]);
  });
});

describe('payouts', () => {
  test('pay what is available, once, and show in the statement and its file', async () => {
    const { item, creator } = await stand(999);
    await sell(item);
    const boss = await admin();
    const payout = {
      creatorId: creator.id,
      amountCents: 500,
      reference: '=bank 7',
      attempt: `pay ${creator.id}`,
    };
    const [first, second] = await Promise.all([recordPayout(boss, payout), recordPayout(boss, payout)]);
    expect(second).toEqual(first);
    expect(await balanceOf(world.em(), creator.id)).toEqual({
      earnedCents: 500,
      frozenCents: 0,
      paidOutCents: 500,
      availableCents: 0,
    });
    expect(await listPayouts({ em: world.em() }, creator.id)).toMatchObject([{ amountCents: 500 }]);
    const file = statementCsv(await statement({ em: world.em() }, creator.id), ',');
    const [header, sale, paid] = file.split('\r\n');
    expect(header).toBe('\ufeffDate (UTC),Kind,Title,Reference,Amount (US cents),Balance (US cents)');
    expect(sale).toMatch(/,sale,Item \d+,S-\d{6},500,500$/);
    expect(paid).toMatch(/,payout,Payout,'=bank 7,-500,0$/);
  });

  test('a payout form sent twice records one payout, and says so', async () => {
    const { item, creator } = await stand(999);
    await sell(item);
    const boss = await admin();
    const pay = (amountCents: number) =>
      recordPayout(boss, { creatorId: creator.id, amountCents, attempt: `back button ${creator.id}` });
    await pay(100);
    await expect(pay(400)).rejects.toMatchObject({
      field: 'amount',
      message: 'This form has already recorded $1.00. Open it again to record another payout.',
    });
    expect((await balanceOf(world.em(), creator.id)).paidOutCents).toBe(100);
  });

  test('never exceed the balance, also when two admins pay at once, and leave frozen money out', async () => {
    const { item, creator } = await stand(999);
    await sell(item);
    const frozen = await sell(item);
    await shop.controls().openDispute(frozen);
    await shop.settled();
    const boss = await admin();
    const pay = (amountCents: number, attempt: string) =>
      recordPayout(boss, { creatorId: creator.id, amountCents, attempt: `${attempt} ${creator.id}` });
    await expect(pay(501, 'too much')).rejects.toMatchObject({ field: 'amount' });
    await expect(pay(0, 'nothing')).rejects.toMatchObject({ field: 'amount' });
    const both = await Promise.allSettled([pay(400, 'one'), pay(400, 'two')]);
    expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect((await balanceOf(world.em(), creator.id)).availableCents).toBe(100);
  });

  test('the list shows the highest balances first, with an address to pay to', async () => {
    const owed = await listOwed({ em: world.em() });
    expect(owed.length).toBeGreaterThan(0);
    const sorted = [...owed].sort((a, b) => b.availableCents - a.availableCents);
    expect(owed.map(({ availableCents }) => availableCents)).toEqual(
      sorted.map(({ availableCents }) => availableCents),
    );
    expect(owedCsv(owed, ',').split('\r\n')).toHaveLength(owed.length + 2);
  });
});

describe('with years of entries', () => {
  /** So many creators, or payouts to one, that no list shows them all. */
  const manyPayouts = (count: number, creator: string) =>
    world.em().execute(`insert into payouts (creator_id, amount_cents, attempt, admin_id, created_at)
      select ${creator}, 1, 'long ago ' || n || ' ' || ${creator}, ${creator}, timestamptz '2026-01-01' + n * interval '1 minute'
      from generate_series(1, ${count}) n`);

  test('the statement leaves out no entry, so its last balance is the creator’s balance', async () => {
    const { item, creator } = await stand(999);
    await sell(item);
    await manyPayouts(10_050, String(creator.id));
    const lines = statementCsv(await statement({ em: world.em() }, creator.id), ',')
      .trim()
      .split('\r\n');
    expect(lines).toHaveLength(1 + 1 + 10_050);
    const { availableCents } = await balanceOf(world.em(), creator.id);
    expect(lines.at(-1)?.split(',').at(-1)).toBe(String(availableCents));
  });

  test('the file of payouts lists every creator, with what is needed to pay each one', async () => {
    await world.em().execute(`insert into users (email, username, first_name, last_name, password_hash)
      select 'many' || n || '@example.com', 'many_' || n, 'Many', 'Creator', 'x' from generate_series(1, 1005) n`);
    const [first] = await rows<{ id: number }>(world.em())`select id from users where username = 'many_1'`;
    await manyPayouts(1_005, `${first?.id} + n - 1`);
    const owed = await listOwed({ em: world.em() });
    expect(owed.length).toBeGreaterThan(1_005);
    expect(await owedInAll({ em: world.em() })).toEqual({
      creators: owed.length,
      payable: owed.filter(({ availableCents }) => availableCents > 0).length,
      availableCents: owed.reduce((sum, { availableCents }) => sum + Math.max(0, availableCents), 0),
    });
    expect(await listOwed({ em: world.em() }, 200)).toEqual(owed.slice(0, 200));
    expect(await owedTo({ em: world.em() }, owed.at(-1)?.creatorId ?? 0)).toEqual(owed.at(-1));
  });
});

test('no cell of a file is run as a formula by any spreadsheet', () => {
  const cellOf = (title: string) => csvLine([title], ',').trimEnd();
  expect(cellOf('=1+1')).toBe("'=1+1");
  expect(cellOf('Pass;=1+1')).toBe(`"Pass;'=1+1"`);
  expect(cellOf('Pass\t @SUM(A1)')).toBe("Pass\t' @SUM(A1)");
  expect(cellOf('＝1+1')).toBe("'＝1+1");
  expect(cellOf('Half guard; knee-shield')).toBe('"Half guard; knee-shield"');
});

test.each([
  ['de-DE,de;q=0.9,en;q=0.8', ';'],
  ['pt-BR', ';'],
  ['en-US,en;q=0.9,de;q=0.8', ','],
  ['ja', ','],
  ['*', ','],
  ['no language at all', ','],
])('a browser that prefers %s gets cells between %s', (languages, separator) => {
  const headers = { 'accept-language': languages };
  expect(separatorFor(new Request('https://summa.example', { headers }))).toBe(separator);
  expect(separatorFor(new Request('https://summa.example'))).toBe(',');
});

test('the database refuses to change the ledger, and a charge that does not add up', async () => {
  const { item } = await stand(999);
  await sell(item);
  const run = (statement: string) => world.em().execute(statement);
  await expect(run('update ledger_entries set amount_cents = 1')).rejects.toThrow('only ever added to');
  await expect(run('delete from ledger_entries')).rejects.toThrow('only ever added to');
  await expect(run('truncate ledger_entries')).rejects.toThrow('only ever added to');
  await expect(run('update charges set refunded_cents = 1')).rejects.toThrow('does not add up');
  const [entry] = await rows<{ charge_id: number }>(world.em())`select charge_id from ledger_entries limit 1`;
  const more = `insert into ledger_entries (charge_id, kind, account, amount_cents)
    values (${entry?.charge_id}, 'refund', 'platform', -1)`;
  await expect(run(more)).rejects.toThrow('does not add up');
});
