/** A Σ made of one belt. `draw` animates the stroke once in 1200 ms (E2.2), unless motion is reduced. */
export function Mark({ draw }: { draw?: boolean }) {
  return (
    <svg
      className="mark"
      width="32"
      height="32"
      viewBox="0 0 32 32"
      aria-hidden="true"
      data-draw={draw ? '' : undefined}
    >
      <path pathLength="1" d="M27 6H6l15.5 15.5" />
      <path pathLength="1" className="mark__gap" d="m19 13-6.5 6.5" />
      <path pathLength="1" d="M21.5 10.5 6 26h21" />
      <path pathLength="1" className="mark__tip" d="M20 26h3.5" />
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
