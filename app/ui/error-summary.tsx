import { fieldId } from './field.tsx';

/** All errors of a form, above it; each message links to its field. */
export function ErrorSummary({
  errors,
  title = 'Please check the form',
}: {
  errors?: Record<string, string[] | undefined> | null;
  title?: string;
}) {
  const found = Object.entries(errors ?? {}).flatMap(([name, texts]) =>
    (texts ?? []).map((text) => ({ name, text })),
  );
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
