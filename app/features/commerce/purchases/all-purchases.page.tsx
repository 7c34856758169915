import { useLoaderData } from '@remix-run/react';
import { adminPage } from '../../../http/pages/page.server.ts';
import { Pager } from '../../../ui/pager.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import { pageLinks } from '../../core/lists/keyset.ts';
import { countInReview, isRefundable, listPurchases } from './all-purchases.server.ts';
import { purchaseFilters } from './purchase.schema.ts';
import { SoldList } from './sold-list.tsx';

export const meta = () => [{ title: 'Purchases | Summa' }, { name: 'robots', content: 'noindex' }];

const lists = { all: '/admin/purchases', review: '/admin/purchases?show=review' };

const tabsWith = (waiting: number) => [
  { href: lists.all, label: 'All' },
  { href: lists.review, label: 'Needs review', waiting },
];

export const loader = adminPage(async (scope, { url }) => {
  const { show, buyer: buyerId, after: cursor } = purchaseFilters.parse(Object.fromEntries(url.searchParams));
  const inReview = show === 'review';
  const { items, after } = await listPurchases(scope, { size: 24, after: cursor, inReview, buyerId });
  const query = new URLSearchParams(url.searchParams);
  query.delete('after');
  return {
    purchases: items.map((sold) => ({ ...sold, isRefundable: isRefundable(sold) })),
    here: buyerId ? '' : lists[inReview ? 'review' : 'all'],
    buyerId,
    waiting: await countInReview(scope.em),
    older: pageLinks(url, { after, before: null }).older,
    newest: cursor && `${url.pathname}${query.size > 0 ? `?${query}` : ''}`,
  };
});

export default function AllPurchases() {
  const { purchases, here, buyerId, waiting, older, newest } = useLoaderData<typeof loader>();
  return (
    <div className="stack measure">
      <h1>Purchases</h1>
      <Tabs label="Purchases" tabs={tabsWith(waiting)} current={here} />
      {buyerId && (
        <p>
          Only those of <a href={`/admin/users/${buyerId}`}>one member</a>.
        </p>
      )}
      {purchases.length === 0 && <p className="soft">There is none.</p>}
      <SoldList purchases={purchases} />
      <Pager older={older} newer={newest} />
    </div>
  );
}
