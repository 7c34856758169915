import { useLoaderData } from '@remix-run/react';
import { memberPage } from '../../../http/pages/page.server.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { dayOf } from '../../../ui/date.ts';
import { Empty } from '../../../ui/empty.tsx';
import { MoneyList } from '../../../ui/figures/money-list.tsx';
import { money } from '../../../ui/money.ts';
import { Pager } from '../../../ui/pager.tsx';
import { BalanceCards } from './balance-cards.tsx';
import { balanceOf, listSales } from './earnings.server.ts';
import { listPayouts } from './payouts.server.ts';

export const meta = () => [{ title: 'Earnings | Summa' }, { name: 'robots', content: 'noindex' }];

const place = '/studio/earnings';

export const loader = memberPage(async (scope, { url }) => {
  const cursor = url.searchParams.get('after');
  const [balance, { items, after }, payouts] = await Promise.all([
    balanceOf(scope.em, scope.viewer.id),
    listSales(scope, { size: 24, after: cursor }),
    listPayouts(scope, scope.viewer.id),
  ]);
  return {
    balance,
    sales: items,
    older: after && `${place}?after=${after}#sales`,
    newest: cursor && `${place}#sales`,
    payouts,
  };
});

export default function Earnings() {
  const { balance, sales, older, newest, payouts } = useLoaderData<typeof loader>();
  return (
    <div className="stack stack--loose">
      <div className="stack">
        <h1>Earnings</h1>
        <p className="soft">
          Half of every sale is yours, rounded up to the cent; the other half keeps Summa running. We pay out
          what is available to the payout email of your <a href="/profile">profile</a>.
        </p>
      </div>
      <BalanceCards balance={balance} />
      <section className="stack measure" aria-labelledby="sales">
        <div className="row row--apart">
          <h2 id="sales">Sales</h2>
          <ButtonLink href="/studio/earnings.csv" kind="secondary" download="">
            Download statement (CSV)
          </ButtonLink>
        </div>
        {sales.length === 0 && !newest && (
          <Empty
            icon="wallet"
            title="No sales yet"
            text="Put a technique up for sale and its sales appear here."
          >
            <ButtonLink href="/upload">Share a technique</ButtonLink>
          </Empty>
        )}
        <MoneyList
          lines={sales.map(
            ({ id, contentId, title, amountCents, creatorCents, isFrozen, isGone, soldAt }) => ({
              id,
              title: isGone ? title : <a href={`/content/${contentId}`}>{title}</a>,
              amount: money(creatorCents),
              note: `${dayOf(soldAt)}, sold for ${money(amountCents)}, Summa keeps ${money(amountCents - creatorCents)}`,
              aside: isFrozen && 'On hold',
            }),
          )}
        />
        <Pager older={older} newer={newest} />
      </section>
      <section className="stack measure" aria-labelledby="payouts">
        <h2 id="payouts">Payouts</h2>
        {payouts.length === 0 && <p className="soft">No payouts yet.</p>}
        <MoneyList
          lines={payouts.map(({ id, amountCents, reference, paidAt }) => ({
            id,
            title: dayOf(paidAt),
            amount: money(amountCents),
            note: reference,
          }))}
        />
      </section>
    </div>
  );
}
