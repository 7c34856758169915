import { useLoaderData } from '@remix-run/react';
import { adminPage } from '../../../http/pages/page.server.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { dayOf } from '../../../ui/date.ts';
import { MoneyList } from '../../../ui/figures/money-list.tsx';
import { money } from '../../../ui/money.ts';
import { counted } from '../../../ui/number.ts';
import { readableEmail } from '../../identity/accounts/email-address.ts';
import { listOwed } from './balances.sql.server.ts';
import { listPayouts, owedInAll } from './payouts.server.ts';

export const meta = () => [{ title: 'Payouts | Summa' }, { name: 'robots', content: 'noindex' }];

const shown = 200;

export const loader = adminPage(async (scope) => ({
  owed: await listOwed(scope, shown),
  all: await owedInAll(scope),
  payouts: await listPayouts(scope),
}));

export default function Payouts() {
  const { owed, all, payouts } = useLoaderData<typeof loader>();
  return (
    <div className="stack stack--loose measure">
      <header className="stack">
        <h1>Payouts</h1>
        <p className="lead">
          {money(all.availableCents)} can be paid out
          {all.payable > 0 && ` to ${counted(all.payable, 'creator')}`}.
        </p>
        <p className="row">
          <ButtonLink href="/admin/payouts.csv" kind="secondary" download="">
            Download (CSV)
          </ButtonLink>
          <a href="/admin/purchases">Purchases and refunds</a>
        </p>
      </header>
      <section className="stack" aria-labelledby="owed">
        <h2 id="owed">Creators</h2>
        {owed.length === 0 && <p className="soft">No sales yet.</p>}
        <MoneyList
          lines={owed.map(({ creatorId, name, username, payoutEmail, ...cents }) => ({
            id: creatorId,
            title: (
              <a href={`/admin/creators/${creatorId}`}>
                {name} @{username}
              </a>
            ),
            amount: money(cents.availableCents),
            note: `${readableEmail(payoutEmail ?? 'No payout email yet')}. Earned ${money(cents.earnedCents)}, on hold ${money(cents.frozenCents)}, paid out ${money(cents.paidOutCents)}`,
            aside: cents.availableCents > 0 && (
              <a href={`/admin/payouts/${creatorId}`}>
                Mark as paid<span className="visually-hidden">: {name}</span>
              </a>
            ),
          }))}
        />
        {all.creators > owed.length && (
          <p className="soft">
            The {owed.length} creators owed the most, out of {all.creators}. The file lists everyone.
          </p>
        )}
      </section>
      <section className="stack" aria-labelledby="made">
        <h2 id="made">Past payouts</h2>
        {payouts.length === 0 && <p className="soft">No payouts yet.</p>}
        <MoneyList
          lines={payouts.map(({ id, name, amountCents, reference, paidAt }) => ({
            id,
            title: name,
            amount: money(amountCents),
            note: [dayOf(paidAt), reference].filter(Boolean).join(', '),
          }))}
        />
      </section>
    </div>
  );
}
