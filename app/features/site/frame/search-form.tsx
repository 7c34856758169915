import { Button } from '../../../ui/button.tsx';

/** Searches techniques and creators; the button is visible because Enter alone is not obvious. */
export function SearchForm({
  id,
  placeholder = 'Search techniques...',
  value,
}: {
  id: string;
  placeholder?: string;
  value?: string;
}) {
  return (
    <search className="search">
      <form action="/discover" className="field__control">
        <label className="visually-hidden" htmlFor={id}>
          Search techniques and creators
        </label>
        <input
          className="input"
          id={id}
          type="search"
          name="search"
          maxLength={100}
          placeholder={placeholder}
          defaultValue={value}
        />
        <Button kind="quiet" icon="search" aria-label="Search" />
      </form>
    </search>
  );
}
