/** Milliseconds after navigation from which the splash stays small: slow lines must not wait longer. */
const early = 1000;
/** Milliseconds after the first paint from which it stays small: the visitor may be reading. */
const blink = 300;
/** Milliseconds after which it is removed, even if its animations did not run. */
const longest = 4000;

/** Stretches the first splash of a visit over the page until its minimum or the visitor's first act (E2.3). */
export function startSplash() {
  const splash = document.querySelector<HTMLElement>('[data-splash]');
  if (!splash) return;
  const { minimum } = splash.dataset;
  const [painted] = performance.getEntriesByName('first-contentful-paint');
  const now = performance.now();
  if (minimum && now < early && now - (painted?.startTime ?? now) < blink) {
    splash.dataset.splash = 'full';
    // Inserting it again starts a new paint, so the band does not count as a layout shift.
    document.body.append(splash);
    // Counted from the start of the navigation, not of this script.
    setTimeout(() => {
      splash.dataset.leaving = '';
    }, Number(minimum) - performance.now());
  }
  const leave = () => splash.remove();
  splash.addEventListener('animationend', ({ target }) => target === splash && leave());
  // Without its stylesheet no animation runs, so none ends.
  setTimeout(leave, longest);
  for (const sign of ['keydown', 'pointerdown', 'wheel', 'touchmove', 'scroll']) {
    addEventListener(sign, leave, { once: true, passive: true });
  }
}
