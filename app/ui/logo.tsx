/**
 * The mark: a Σ laid out of one belt whose strand crosses itself in the middle, with the red bar of its tip.
 * `draw` lets the stroke draw itself once in 1200 ms; readers of still pages see it whole.
 */
export function Mark({ draw }: { draw?: boolean }) {
  return (
    <svg className="mark" viewBox="0 0 32 32" aria-hidden="true" data-draw={draw ? '' : undefined}>
      <path pathLength="1" d="M27 6H7l10.5 10.5c4 4 7-4.5 2-3" />
      <path pathLength="1" className="mark__gap" d="M18 14.5 12 21" />
      <path pathLength="1" d="M20.5 13 7 26h20" />
      <path pathLength="1" className="mark__tip" d="M20.5 26h3" />
    </svg>
  );
}

export function Logo() {
  return (
    <a className="logo" href="/">
      <Mark />
      Summa
    </a>
  );
}
