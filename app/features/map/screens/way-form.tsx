import { Button } from '../../../ui/button.tsx';
import { Field, Select } from '../../../ui/field.tsx';
import type { Role } from '../graph/states.ts';

interface WayFormProps {
  from?: string;
  to?: string;
  as?: Role;
  /** Names that the browser may offer while one writes. */
  suggestions?: readonly string[];
}

const listId = 'map-names';
const roles = [
  { value: 'bottom', label: 'on the bottom' },
  { value: 'top', label: 'on top' },
];

/** The question of the map, as a form that is read by its address. */
export function WayForm({ from = '', to = '', as = 'bottom', suggestions = [] }: WayFormProps) {
  const list = suggestions.length > 0 ? listId : undefined;
  return (
    <search>
      <form action="/map/way" className="ask-row" autoComplete="off">
        <Field
          name="from"
          label="From"
          maxLength={100}
          placeholder="Half guard"
          defaultValue={from}
          list={list}
        />
        <Field name="to" label="To" maxLength={100} placeholder="Back" defaultValue={to} list={list} />
        <Select name="as" label="I am" defaultValue={as} options={roles} />
        <Button>Find the ways</Button>
        {list && (
          <datalist id={listId}>
            {suggestions.map((name) => (
              <option key={name} value={name} />
            ))}
          </datalist>
        )}
      </form>
    </search>
  );
}

/** The same question where one end is known. */
export function WayFrom({ id, as = 'bottom' }: { id: number; as?: Role }) {
  return (
    <search>
      <form action="/map/way" className="ask-row" autoComplete="off">
        <input type="hidden" name="from" value={id} />
        <Field name="to" label="To" maxLength={100} placeholder="Back" />
        <Select name="as" label="I am" defaultValue={as} options={roles} />
        <Button kind="secondary">Find the ways</Button>
      </form>
    </search>
  );
}
