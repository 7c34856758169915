import { ButtonLink } from './button.tsx';

/** Links to the neighbouring pages of a list; an end of the list has no link. */
export function Pager({ newer, older }: { newer?: string | null; older?: string | null }) {
  if (!newer && !older) return null;
  return (
    <nav className="pager" aria-label="Pages" data-pager="">
      {newer && (
        <ButtonLink kind="secondary" href={newer} rel="prev" icon="back">
          Newer
        </ButtonLink>
      )}
      {older && (
        <ButtonLink kind="secondary" href={older} rel="next">
          Older
        </ButtonLink>
      )}
    </nav>
  );
}
