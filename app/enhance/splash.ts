/** Milliseconds from the start of the navigation: on a line that needs longer nobody is kept waiting. */
const early = 1000;
/** Milliseconds after the first paint in which nobody has begun to read; after that nothing is covered any more. */
const blink = 300;
/** Milliseconds after which it is gone, whatever became of its animations. */
const longest = 4000;

/** Stretches the first splash of a visit over the screen, until its minimum has passed or somebody acts. */
export function startSplash() {
  const splash = document.querySelector<HTMLElement>('[data-splash]');
  if (!splash) return;
  const { minimum } = splash.dataset;
  const [painted] = performance.getEntriesByName('first-contentful-paint');
  const now = performance.now();
  if (minimum && now < early && now - (painted?.startTime ?? now) < blink) {
    splash.dataset.splash = 'full';
    // Put in again it is something new: what was painted of the band has not moved.
    document.body.append(splash);
    // Counted from the start of the navigation, not of this script.
    setTimeout(() => {
      splash.dataset.leaving = '';
    }, Number(minimum) - performance.now());
  }
  const leave = () => splash.remove();
  splash.addEventListener('animationend', ({ target }) => target === splash && leave());
  // Without its sheet nothing is played, and nothing ends.
  setTimeout(leave, longest);
  for (const sign of ['keydown', 'pointerdown', 'wheel', 'touchmove', 'scroll']) {
    addEventListener(sign, leave, { once: true, passive: true });
  }
}
