import { Fragment } from 'react';
import type { Crumb } from './json-ld.ts';

/** The way back: the map, and the family of what is shown. */
export function Crumbs({ crumbs }: { crumbs: readonly Crumb[] }) {
  return (
    <nav className="no-print" aria-label="Where this is">
      {crumbs.map(({ name, path }, index) => (
        <Fragment key={path}>
          {index > 0 && <span aria-hidden="true">› </span>}
          <a className="tap" href={path}>
            {name}
          </a>{' '}
        </Fragment>
      ))}
    </nav>
  );
}
