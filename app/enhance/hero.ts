/** Milliseconds in which the loop of the hero runs twice. Above five seconds it would need a way to stop it
 *  (https://www.w3.org/TR/WCAG22/#pause-stop-hide). */
const twice = 4000;

/** Shows the loop over the hero's picture for a moment, when nothing else is loading and nothing covers it. */
export async function startHero(uncovered: Promise<void>) {
  const loop = document.querySelector<HTMLElement>('.hero .moving');
  if (!loop || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  if (document.readyState !== 'complete') await new Promise((done) => addEventListener('load', done));
  await uncovered;
  loop.style.display = 'block';
  // Rejected when it is not to be had: then there is nothing to see, and it ends as well.
  await loop
    .querySelector('img')
    ?.decode()
    .catch(() => {});
  setTimeout(() => loop.removeAttribute('style'), twice);
}
