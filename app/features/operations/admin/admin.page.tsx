import { Outlet, useLoaderData, useLocation } from '@remix-run/react';
import { adminPage } from '../../../http/pages/page.server.ts';
import { Tabs } from '../../../ui/tabs.tsx';
import { countDisputed } from '../../commerce/custom-requests/view.server.ts';
import { countInReview } from '../../commerce/purchases/all-purchases.server.ts';
import { countOpenCases } from '../reports/queue.server.ts';
import { countOpenQuestions } from '../support/queue.server.ts';

/** The frame of the admin pages. A parent’s loader protects nothing, so every page below guards itself. */
export const loader = adminPage(async ({ em, now }) => {
  const waiting: Record<string, number> = {
    '/admin/reports': (await countOpenCases(em, now())).open,
    '/admin/support': (await countOpenQuestions(em, now())).open,
    '/admin/requests': await countDisputed(em),
    '/admin/purchases': await countInReview(em),
  };
  return { waiting };
});

const tabs = [
  { href: '/admin/featured', label: 'Featured Content' },
  { href: '/admin/creators', label: 'Creator Management' },
  { href: '/admin/reports', label: 'Reports' },
  { href: '/admin/support', label: 'Support' },
  { href: '/admin/users', label: 'Users' },
  { href: '/admin/requests', label: 'Requests' },
  { href: '/admin/payouts', label: 'Payouts' },
  { href: '/admin/purchases', label: 'Purchases' },
  { href: '/admin/overview', label: 'Overview' },
  { href: '/admin/log', label: 'Log' },
];

export default function Admin() {
  const { waiting } = useLoaderData<typeof loader>();
  const { pathname } = useLocation();
  const current = tabs.find(({ href }) => pathname === href || pathname.startsWith(`${href}/`))?.href ?? '';
  return (
    <div className="admin stack">
      <div>
        <p className="as-h2">Admin Dashboard</p>
        <p className="soft">Manage platform content and creators</p>
      </div>
      <Tabs
        label="Admin"
        tabs={tabs.map((tab) => ({ ...tab, waiting: waiting[tab.href] }))}
        current={current}
      />
      <Outlet />
    </div>
  );
}
