import { Tabs } from '../../../ui/tabs.tsx';

const tabs = [
  { href: '/library', label: 'Bought' },
  { href: '/library?show=liked', label: 'Liked' },
  { href: '/lists', label: 'Lists' },
  { href: '/history', label: 'History' },
  { href: '/notebook', label: 'Notebook' },
] as const;

/** The pages on which a member finds again what is theirs. */
export const LibraryTabs = ({ current }: { current: (typeof tabs)[number]['href'] }) => (
  <Tabs label="Library" tabs={tabs} current={current} />
);
