import { Button } from '../../../ui/button.tsx';
import { keptInside } from '../../../ui/kept-markup.ts';

interface SearchFormProps {
  id: string;
  placeholder?: string;
  value?: string;
}

/** Searches techniques and creators; the button is visible because Enter alone is not obvious. */
export const SearchForm = (props: SearchFormProps) => <search className="search" {...inside(props)} />;

const inside = keptInside(({ id, placeholder = 'Search techniques...', value }: SearchFormProps) => (
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
));
