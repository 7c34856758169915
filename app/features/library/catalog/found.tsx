import { Fragment } from 'react';
import { counted } from '../../../ui/number.ts';
import { Icon } from '../../../ui/pictures/icon.tsx';
import { activeFilters, type Filters } from './filters.schema.ts';
import type { Total } from './lists.server.ts';
import type { OtherName } from './named-search.server.ts';

interface FoundProps {
  filters: Filters;
  total: Total | null;
  /** Words of the address that are no filter. */
  unknown: readonly string[];
}

/** Scripts change the number in place when a filter changes. */
export const FoundNumber = ({ total }: { total: Total | null }) => (
  <p className="found" role="status">
    {total && (total.isMore ? `${total.count}+ techniques` : counted(total.count, 'technique'))}
  </p>
);

/** How much was found, and by what: each filter is a link that removes it. */
export function Found({ filters, total, unknown }: FoundProps) {
  const active = activeFilters(filters);
  return (
    <div className="row">
      <FoundNumber total={total} />
      <ul className="row" data-part="">
        {active.map(({ label, word, without }) => (
          <li key={label}>
            <a className="tag" href={without}>
              <span className="visually-hidden">Remove {label}: </span>
              {word}
              <Icon name="close" />
            </a>
          </li>
        ))}
      </ul>
      {unknown.length > 0 && (
        <p className="notice">
          {unknown.map((word) => `“${word}”`).join(', ')} is not one of our filters, so it was left out.
        </p>
      )}
    </div>
  );
}

/** The names that were searched beside the one that was typed. */
export const OtherNames = ({ names }: { names: readonly OtherName[] }) =>
  names.length > 0 && (
    <p className="small soft">
      Also searched for:{' '}
      {names.map(({ language, text }, at) => (
        <Fragment key={text}>
          {at > 0 && ', '}
          <span lang={language === 'en' ? undefined : language}>{text}</span>
        </Fragment>
      ))}
    </p>
  );
