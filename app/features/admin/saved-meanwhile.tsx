import { Lines } from '../../ui/lines.tsx';

/** What is saved since somebody else was here, where it differs from what stands in the form. */
export function SavedMeanwhile<Name extends string>({
  labels,
  saved,
  typed,
}: {
  labels: Record<Name, string>;
  saved: Record<NoInfer<Name>, string>;
  typed: Partial<Record<NoInfer<Name>, string>>;
}) {
  const names = Object.keys(labels) as Name[];
  const lines = names
    .filter((name) => typed[name] !== undefined && typed[name] !== saved[name])
    .map((name) => ({ label: labels[name], value: saved[name] || '–' }));
  if (lines.length === 0) return null;
  return (
    <section className="stack" aria-labelledby="saved-meanwhile">
      <h2 id="saved-meanwhile">What is saved now</h2>
      <Lines lines={lines} />
    </section>
  );
}
