import { Fragment } from 'react';
import { Icon, type IconName } from '../../../ui/pictures/icon.tsx';
import { currentPage, type FrameProps } from './viewer.ts';

const tabs: { href: string; label: string; icon: IconName }[] = [
  { href: '/', label: 'Home', icon: 'home' },
  { href: '/discover', label: 'Discover', icon: 'compass' },
  { href: '/upload', label: 'Upload', icon: 'upload' },
];

export function TabBar({ viewer, path }: FrameProps) {
  if (!viewer) return null;
  return (
    <nav className="tab-bar phone-only" aria-label="Tabs">
      {tabs.map(({ href, label, icon }) => (
        <Fragment key={href}>
          <a href={href} aria-current={currentPage(path, href)}>
            <Icon name={icon} />
            {label}
          </a>{' '}
        </Fragment>
      ))}
    </nav>
  );
}
