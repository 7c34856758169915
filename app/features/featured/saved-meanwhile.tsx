import { Lines } from '../../ui/lines.tsx';
import { type FormValues, fieldNames } from './form-values.ts';

/** What is saved since somebody else was here, where it differs from what stands in the form. */
export function SavedMeanwhile({ saved, typed }: { saved: FormValues; typed: Partial<FormValues> }) {
  const names = Object.keys(fieldNames) as (keyof FormValues)[];
  const lines = names
    .filter((name) => typed[name] !== undefined && typed[name] !== saved[name])
    .map((name) => ({ label: fieldNames[name], value: saved[name] || '–' }));
  if (lines.length === 0) return null;
  return (
    <section className="stack" aria-labelledby="saved-meanwhile">
      <h2 id="saved-meanwhile">What is saved now</h2>
      <Lines lines={lines} />
    </section>
  );
}
