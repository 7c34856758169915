/** Milliseconds in which the loop of the hero runs twice. Above five seconds it would need a way to stop it
 *  (https://www.w3.org/TR/WCAG22/#pause-stop-hide). */
const twice = 4000;

/** Shows the loop over the hero's picture for a moment, when nothing else is loading and the splash is gone. */
export async function showHero(loop: HTMLElement) {
  const { connection } = navigator as { connection?: { effectiveType?: string } };
  // Of the browsers that tell the speed of the line, `4g` means any fast one.
  const isSlow = connection?.effectiveType && connection.effectiveType !== '4g';
  if (isSlow || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  while (document.readyState !== 'complete' || document.querySelector('[data-splash]'))
    await new Promise((done) => setTimeout(done, 100));
  loop.style.display = 'block';
  // Rejected when it is not to be had: then there is nothing to see, and it ends as well.
  await loop
    .querySelector('img')
    ?.decode()
    .catch(() => {});
  setTimeout(() => loop.removeAttribute('style'), twice);
}
