import { Outlet, useLoaderData, useLocation } from '@remix-run/react';
import { memberPage } from '../../../http/pages/page.server.ts';
import { Tabs } from '../../../ui/tabs.tsx';
import { creatorStats } from '../../commerce/earnings/creator-stats.server.ts';
import { StatCards } from './stat-cards.tsx';

/** Every tab is an address of its own that checks access itself. */
export const loader = memberPage(creatorStats);

const tabs = [
  { href: '/studio/upload', label: 'Upload Content' },
  { href: '/studio/content', label: 'My Content' },
  { href: '/studio/earnings', label: 'Earnings' },
  { href: '/studio/analytics', label: 'Analytics' },
];

export default function Studio() {
  const stats = useLoaderData<typeof loader>();
  const { pathname } = useLocation();
  return (
    <div className="studio stack">
      <p className="as-h2">Creator Dashboard</p>
      <StatCards stats={stats} />
      <Tabs label="Creator dashboard" tabs={tabs} current={pathname} />
      <Outlet />
    </div>
  );
}
