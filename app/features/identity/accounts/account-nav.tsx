import { Tabs } from '../../../ui/tabs.tsx';

const tabs = [
  { href: '/profile', label: 'Profile' },
  { href: '/account/email', label: 'Email' },
  { href: '/account/security', label: 'Security' },
  { href: '/account/billing', label: 'Billing' },
  { href: '/account/support', label: 'Support' },
  { href: '/account/reports', label: 'Reports' },
  { href: '/account/data', label: 'Data' },
];

export function AccountNav({ current }: { current: string }) {
  const section = tabs.find(({ href }) => `${current}/`.startsWith(`${href}/`));
  return <Tabs label="Account" tabs={tabs} current={section?.href ?? current} />;
}
