import { Tabs } from '../../ui/tabs.tsx';

const tabs = [
  { href: '/profile', label: 'Profile' },
  { href: '/account/email', label: 'Email' },
  { href: '/account/security', label: 'Security' },
  { href: '/account/billing', label: 'Billing' },
  { href: '/account/reports', label: 'Reports' },
  { href: '/account/data', label: 'Data' },
];

/** The pages about oneself. */
export const AccountNav = ({ current }: { current: string }) => (
  <Tabs label="Account" tabs={tabs} current={current} />
);
