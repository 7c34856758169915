import { Fragment } from 'react';

export type Theme = 'light' | 'dark';

const choices = [
  { value: 'auto', label: 'Auto' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const;

/** Three submit buttons that set the theme cookie; 'Auto' follows the device. They return to this page, and to the
 *  switch itself where it has an `id`. */
export function ThemeSwitch({ theme, path, id }: { theme: Theme | null; path: string; id?: string }) {
  return (
    <form method="post" action="/theme" className="theme-switch" id={id}>
      <input type="hidden" name="back" value={id ? `${path}#${id}` : path} />
      <fieldset>
        <legend className="visually-hidden">Colour theme</legend>{' '}
        {choices.map(({ value, label }) => (
          <Fragment key={value}>
            <button type="submit" name="theme" value={value} aria-pressed={value === (theme ?? 'auto')}>
              {label}
            </button>{' '}
          </Fragment>
        ))}
      </fieldset>
    </form>
  );
}
