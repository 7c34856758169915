import { Field, RadioGroup } from '../../ui/field.tsx';
import type { Release } from './release.ts';

interface Control {
  name: string;
  defaultValue: string | undefined;
  error: string[] | undefined;
}

const options: { value: Release; label: string }[] = [
  { value: 'now', label: 'At once' },
  { value: 'later', label: 'At a moment' },
  { value: 'draft', label: 'Keep as a draft' },
];

/** When an item comes out. The moment is UTC; what UTC shows now stands beside it. */
export function ReleaseFields({ control, utcNow }: { control: (name: string) => Control; utcNow: string }) {
  return (
    <div className="form__pair">
      <RadioGroup {...control('release')} label="Publish" options={options} />
      <Field
        {...control('publishAt')}
        label="Moment, in UTC"
        type="datetime-local"
        hint={`Only for 'At a moment'. In UTC it is now ${utcNow.replace('T', ' ')}.`}
      />
    </div>
  );
}
