import type { ReactNode } from 'react';
import {
  type Category,
  contentTypes,
  difficultyLevels,
  labelOf,
  techniqueTypes,
} from '../../../domain/content-terms.ts';
import { tiers } from '../../../domain/tiers.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { Select } from '../../../ui/field.tsx';
import { keptInside } from '../../../ui/kept-markup.ts';
import { opens } from '../../site/frame/menu.tsx';
import { type Filters, type Sort, sorts, usualSort } from './filters.schema.ts';

const sortNames: Record<Sort, string> = {
  best: 'Best match',
  newest: 'Newest',
  popular: 'Most liked',
  rated: 'Top rated',
  price: 'Price, lowest first',
};

/** React 18 does not know the `popover` attribute. Browsers without popovers show the filters in the page. */
const popover = { popover: 'auto' };

interface FiltersProps {
  filters: Filters;
  categories: readonly Category[];
}

/** A GET form, so that the address holds all filters. On phones it is a sheet from below. */
export const DiscoverFilters = (props: FiltersProps) => <search {...inside(props)} />;

const inside = keptInside(({ filters, categories }: FiltersProps) => {
  const { techniqueType, difficultyLevel, contentType } = filters;
  // The default is sent as an empty value, so that a new search sorts by best match.
  const usual = usualSort(filters.search);
  const offered = sorts.filter((sort) => sort !== 'best' || filters.search);
  const hasMore = Boolean(techniqueType || difficultyLevel || contentType);
  return (
    <form action="/discover" className="stack" autoComplete="off" data-filters="">
      <div className="filters__search">
        <label className="visually-hidden" htmlFor="discover-search">
          Search creators or content
        </label>
        <input
          className="input"
          id="discover-search"
          type="search"
          name="search"
          maxLength={100}
          placeholder="Search creators or content..."
          defaultValue={filters.search}
        />
        <Button kind="secondary" icon="search" aria-label="Search">
          <span className="wide-only">Search</span>
        </Button>
        <Button type="button" kind="secondary" icon="filter" className="filters__open" {...opens('filters')}>
          Filters
        </Button>
      </div>
      <div className="filters__sheet" id="filters" {...popover}>
        <h2 className="phone-only">Filter Content</h2>
        <div className="form__three">
          <Choice name="tier" label="Subscription Tier" all="All Tiers" words={tiers} value={filters.tier} />
          <Choice
            name="category"
            label="Category"
            all="All Categories"
            words={categories}
            value={filters.category}
          />
          <Select
            name="sort"
            label="Sort by"
            defaultValue={filters.sort === usual ? '' : filters.sort}
            options={offered.map((sort) => ({ value: sort === usual ? '' : sort, label: sortNames[sort] }))}
          />
        </div>
        <details open={hasMore}>
          <summary>More Filters</summary>
          <div className="form__three">
            <Choice
              name="techniqueType"
              label="Technique type"
              all="All types"
              words={techniqueTypes}
              value={techniqueType}
            />
            <Choice
              name="difficultyLevel"
              label="Difficulty level"
              all="All levels"
              words={difficultyLevels}
              value={difficultyLevel}
            />
            <Choice
              name="contentType"
              label="Content type"
              all="All"
              words={contentTypes}
              value={contentType}
            />
          </div>
        </details>
        <div className="form__actions">
          <Button data-apply="">Apply</Button>
          <ButtonLink href="/discover" kind="secondary">
            Clear
          </ButtonLink>
        </div>
      </div>
    </form>
  );
});

interface ChoiceProps {
  name: string;
  label: string;
  /** The label of no choice, which is sent as 'all' (E2.82). */
  all: string;
  words: readonly string[];
  value: string | undefined;
}

function Choice({ name, label, all, words, value }: ChoiceProps): ReactNode {
  const options = [
    { value: 'all', label: all },
    ...words.map((word) => ({ value: word, label: labelOf(word) })),
  ];
  return <Select name={name} label={label} defaultValue={value ?? 'all'} options={options} />;
}
