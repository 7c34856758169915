import { Button } from '../../../ui/button.tsx';
import { keptInside } from '../../../ui/kept-markup.ts';

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
    <form method="post" action="/theme" id={id}>
      <input type="hidden" name="back" value={id ? `${path}#${id}` : path} />
      <fieldset className="row" {...buttons({ theme })} />
    </form>
  );
}

const buttons = keptInside(({ theme }: { theme: Theme | null }) => (
  <>
    <legend className="visually-hidden">Colour theme</legend>{' '}
    {choices.map(({ value, label }) => {
      const isChosen = value === (theme ?? 'auto');
      return (
        <Button
          key={value}
          name="theme"
          value={value}
          kind={isChosen ? 'primary' : 'secondary'}
          aria-pressed={isChosen}
        >
          {label}
        </Button>
      );
    })}
  </>
));
