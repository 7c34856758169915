import { Tabs } from '../../../ui/tabs.tsx';

const tabs = [
  { href: '/history', label: 'History' },
  { href: '/notebook', label: 'Notebook' },
];

/** The pages on which a member finds again what they study. */
export const StudyTabs = ({ current }: { current: '/history' | '/notebook' }) => (
  <Tabs label="Study" tabs={tabs} current={current} />
);
