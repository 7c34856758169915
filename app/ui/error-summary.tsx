import { fieldId } from './field.tsx';

/** All errors of a form, above it. Each sentence is said once, however many fields it is about, and links to the
 *  first of them; the field shows the same sentence. */
export function ErrorSummary({
  errors,
  title = 'Please check the form',
}: {
  errors?: Record<string, string[] | undefined> | null;
  title?: string;
}) {
  const all = Object.entries(errors ?? {}).flatMap(([name, texts]) =>
    (texts ?? []).map((text) => ({ name, text })),
  );
  const found = all.filter(({ text }, index) => all.findIndex((other) => other.text === text) === index);
  if (found.length === 0) return null;
  return (
    <div className="error-summary" role="alert" tabIndex={-1} data-error-summary="">
      <h2>{title}</h2>
      <ul className="error-summary__list">
        {found.map(({ name, text }) => (
          <li key={name + text}>{name ? <a href={`#${fieldId(name)}`}>{text}</a> : text}</li>
        ))}
      </ul>
    </div>
  );
}
