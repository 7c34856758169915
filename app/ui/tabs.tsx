import { Fragment } from 'react';
import { Badge } from './badge.tsx';
import { count } from './number.ts';

interface Tab {
  href: string;
  label: string;
  /** Open work behind the tab; 0 is not shown. */
  waiting?: number;
}

/** Links that look like tabs: each has its own address. */
export function Tabs({ label, tabs, current }: { label: string; tabs: readonly Tab[]; current: string }) {
  return (
    <nav className="tabs" aria-label={label}>
      {tabs.map((tab) => (
        <Fragment key={tab.href}>
          <a href={tab.href} aria-current={tab.href === current ? 'page' : undefined}>
            {tab.label}
            {tab.waiting ? (
              <>
                {' '}
                <Badge>
                  {count(tab.waiting)}
                  <span className="visually-hidden"> waiting</span>
                </Badge>
              </>
            ) : null}
          </a>{' '}
        </Fragment>
      ))}
    </nav>
  );
}
