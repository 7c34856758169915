import { Icon } from '../../../ui/pictures/icon.tsx';
import { tagLabel } from './labels.ts';
import { filterPath, type TagCount, type TagFilters } from './tags.ts';

interface TagFiltersProps {
  path: string;
  filters: TagFilters;
  counts: readonly TagCount[];
  /** What else the address says. */
  others?: Record<string, string | undefined>;
}

const shownAtOnce = 8;

/** The chosen filters, each a link that removes it, and the tags that would narrow the lists, with what they would leave. */
export function TagFilterLinks({ path, filters, counts, others }: TagFiltersProps) {
  const leadTo = (changed: Partial<TagFilters>) => filterPath(path, { ...filters, ...changed }, others);
  const without = (list: string[], tag: string) => list.filter((each) => each !== tag);
  const chosen = [
    ...filters.with.map((tag) => ({
      words: `With ${tagLabel(tag)}`,
      href: leadTo({ with: without(filters.with, tag) }),
    })),
    ...filters.without.map((tag) => ({
      words: `Without ${tagLabel(tag)}`,
      href: leadTo({ without: without(filters.without, tag) }),
    })),
    ...(filters.ruleset
      ? [{ words: filters.ruleset === 'gi' ? 'Gi' : 'No-gi', href: leadTo({ ruleset: undefined }) }]
      : []),
  ];
  if (chosen.length === 0 && counts.length === 0) return null;
  const links = (each: TagCount) => (
    <li key={each.tag}>
      <a className="tag" href={leadTo({ with: [...filters.with, each.tag] })} rel="nofollow">
        {tagLabel(each.tag)} <span className="soft small">{each.count}</span>
      </a>
    </li>
  );
  return (
    <nav className="stack no-print" aria-label="Filters">
      <ul className="row">
        {chosen.map(({ words, href }) => (
          <li key={words}>
            <a className="tag" href={href} aria-current="true">
              <span className="visually-hidden">Remove: </span>
              {words}
              <Icon name="close" />
            </a>
          </li>
        ))}
        {counts.slice(0, shownAtOnce).map(links)}
      </ul>
      {counts.length > 0 && (
        <details>
          <summary>More filters</summary>
          <div className="stack">
            {counts.length > shownAtOnce && <ul className="row">{counts.slice(shownAtOnce).map(links)}</ul>}
            <p>Leave out:</p>
            <ul className="row">
              {counts.map(({ tag, count }) => (
                <li key={tag}>
                  <a className="tag" href={leadTo({ without: [...filters.without, tag] })} rel="nofollow">
                    <span className="visually-hidden">Without </span>
                    {tagLabel(tag)} <span className="soft small">{count}</span>
                  </a>
                </li>
              ))}
            </ul>
            {!filters.ruleset && (
              <ul className="row">
                {(['gi', 'nogi'] as const).map((ruleset) => (
                  <li key={ruleset}>
                    <a className="tag" href={leadTo({ ruleset })} rel="nofollow">
                      {ruleset === 'gi' ? 'What works in the gi' : 'What works without the gi'}
                    </a>
                  </li>
                ))}
              </ul>
            )}
          </div>
        </details>
      )}
    </nav>
  );
}
