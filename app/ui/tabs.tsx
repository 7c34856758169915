import { Fragment } from 'react';

/** Links that look like tabs: each is an address of its own. */
export function Tabs({
  label,
  tabs,
  current,
}: {
  label: string;
  tabs: readonly { href: string; label: string }[];
  current: string;
}) {
  return (
    <nav className="tabs" aria-label={label}>
      {tabs.map((tab) => (
        <Fragment key={tab.href}>
          <a href={tab.href} aria-current={tab.href === current ? 'page' : undefined}>
            {tab.label}
          </a>{' '}
        </Fragment>
      ))}
    </nav>
  );
}
