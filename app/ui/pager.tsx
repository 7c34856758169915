import { ButtonLink } from './button.tsx';

/** Links to the neighbouring pages of a list, where there are any; `words` are for other orders. */
export function Pager({
  newer,
  older,
  words = { newer: 'Newer', older: 'Older' },
}: {
  newer?: string | null;
  older?: string | null;
  words?: { newer: string; older: string };
}) {
  if (!newer && !older) return null;
  return (
    <nav className="pager" aria-label="Pages" data-pager="">
      {newer && (
        <ButtonLink kind="secondary" href={newer} rel="prev" icon="back">
          {words.newer}
        </ButtonLink>
      )}{' '}
      {older && (
        <ButtonLink kind="secondary" href={older} rel="next">
          {words.older}
        </ButtonLink>
      )}
    </nav>
  );
}
