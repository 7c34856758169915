import { useLoaderData } from '@remix-run/react';
import { adminPage } from '../../http/page.server.ts';
import { dayOf } from '../../ui/date.ts';
import { money } from '../../ui/money.ts';
import { MoneyList } from '../../ui/money-list.tsx';
import { Pager } from '../../ui/pager.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { isRefundable, listPurchases } from './all-purchases.server.ts';

export const meta = () => [{ title: 'Purchases | Summa' }, { name: 'robots', content: 'noindex' }];

const tabs = [
  { href: '/admin/purchases', label: 'All' },
  { href: '/admin/purchases?show=review', label: 'Needs review' },
];

const words = {
  pending: 'Waits for its payment',
  paid: 'Paid',
  failed: 'Failed',
  cancelled: 'Cancelled',
  refunded: 'Given back',
  disputed: 'Lost to the bank',
  review: 'Needs review',
};

export const loader = adminPage(async (scope, { url }) => {
  const inReview = url.searchParams.get('show') === 'review';
  const cursor = url.searchParams.get('after');
  const { items, after } = await listPurchases(scope, { size: 24, after: cursor, inReview });
  const here = tabs[inReview ? 1 : 0]?.href ?? '';
  const link = (query: string) => (inReview ? `${here}&${query}` : `${here}?${query}`);
  return {
    purchases: items.map((sold) => ({ ...sold, isRefundable: isRefundable(sold) })),
    here,
    older: after && link(`after=${after}`),
    newest: cursor && here,
  };
});

export default function AllPurchases() {
  const { purchases, here, older, newest } = useLoaderData<typeof loader>();
  return (
    <div className="stack measure">
      <h1>Purchases</h1>
      <Tabs label="Purchases" tabs={tabs} current={here} />
      {purchases.length === 0 && <p className="soft">There is none.</p>}
      <MoneyList
        lines={purchases.map((sold) => ({
          id: sold.id,
          title: <a href={`/content/${sold.contentId}`}>{sold.title}</a>,
          amount: money(sold.amountCents),
          note: `${dayOf(sold.createdAt)}: ${words[sold.status]}. Bought by ${sold.buyer} (${sold.buyerEmail}) from ${sold.creator}.${sold.reviewNote ? ` ${sold.reviewNote}` : ''}`,
          aside: sold.isRefundable && (
            <a href={`/admin/purchases/${sold.id}/refund`}>
              Refund<span className="visually-hidden">: {sold.title}</span>
            </a>
          ),
        }))}
      />
      <Pager older={older} newer={newest} />
    </div>
  );
}
