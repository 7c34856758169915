import { contentTypes, labelOf } from '../../../domain/content-terms.ts';
import { tiers } from '../../../domain/tiers.ts';
import { Button } from '../../../ui/button.tsx';
import { Select } from '../../../ui/field.tsx';
import type { Filters } from '../catalog/filters.schema.ts';

/** The default is sent as an empty value, so that the address of the unfiltered list stays short. */
const sortNames = { '': 'Newest', popular: 'Popular', rated: 'Top rated', price: 'Price' };

/** The filters of a creator's techniques: a GET form. With scripts a changed choice applies at once. */
export function ItemFilters({ action, filters }: { action: string; filters: Filters }) {
  const optionsOf = (words: readonly string[]) => [
    { value: '', label: 'All' },
    ...words.map((value) => ({ value, label: labelOf(value) })),
  ];
  return (
    <form action={action} className="ask-row" autoComplete="off" data-filters="">
      <Select name="tier" label="Tier" defaultValue={filters.tier} options={optionsOf(tiers)} />
      <Select
        name="contentType"
        label="Kind"
        defaultValue={filters.contentType}
        options={optionsOf(contentTypes)}
      />
      <Select
        name="sort"
        label="Sort by"
        defaultValue={filters.sort === 'newest' ? '' : filters.sort}
        options={Object.entries(sortNames).map(([value, label]) => ({ value, label }))}
      />
      <Button kind="secondary" data-apply="">
        Apply
      </Button>
    </form>
  );
}
