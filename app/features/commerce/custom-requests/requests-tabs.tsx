import { Tabs } from '../../../ui/tabs.tsx';

export const requestTabs = {
  mine: '/requests?show=by-me',
  ofMe: '/requests?show=of-me',
  offer: '/requests/offer',
} as const;

export const RequestsTabs = ({ current }: { current: string }) => (
  <Tabs
    label="Requests"
    tabs={[
      { href: requestTabs.mine, label: 'Sent' },
      { href: requestTabs.ofMe, label: 'Received' },
      { href: requestTabs.offer, label: 'Your offer' },
    ]}
    current={current}
  />
);
