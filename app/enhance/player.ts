import { fetched } from './fetched.ts';

const speeds = [0.5, 0.75, 1, 1.25, 1.5, 2];
/** How often a film that is being prepared is asked for, in ms. */
const interval = 5_000;
const prepared = '.film[aria-busy=true]';

/** Equips the players of a page, and waits for those that are not there yet. */
export function startPlayers() {
  for (const film of document.querySelectorAll('video')) equip(film);
  if (document.querySelector(prepared)) setTimeout(lookAgain, interval);
}

/** Lets one choose how fast a film runs: not every browser's own controls do. */
function equip(film: HTMLVideoElement) {
  const label = Object.assign(document.createElement('label'), {
    className: 'row',
    textContent: 'Speed ',
  });
  const choice = Object.assign(document.createElement('select'), { className: 'input' });
  for (const speed of speeds) choice.add(new Option(`${speed}×`, `${speed}`, speed === 1, speed === 1));
  choice.addEventListener('change', () => {
    film.playbackRate = Number(choice.value);
    // Else the next film that is loaded into the player runs at the old speed.
    film.defaultPlaybackRate = film.playbackRate;
  });
  // The browser's own menu may change it as well.
  film.addEventListener('ratechange', () => {
    choice.value = `${film.playbackRate}`;
  });
  label.append(choice);
  film.nextElementSibling?.append(label);
  // The last source that fails leaves nothing to play, and browsers say so only in grey.
  film.querySelector('source:last-of-type')?.addEventListener('error', () => label.before(tellLost()));
}

/**
 * Puts films that can be watched by now in the place of their posters, and says how far the others are. The rest of
 * the page stays as it is: somebody reads or writes there.
 */
async function lookAgain() {
  if (!document.hidden) await bringAll().catch(() => {});
  if (document.querySelector(prepared)) setTimeout(lookAgain, interval);
}

async function bringAll() {
  const { response, page } = await fetched(location.href);
  if (!response.ok) return;
  for (const old of document.querySelectorAll(prepared)) {
    const fresh = page.getElementById(old.id);
    if (!fresh) continue;
    if (fresh.matches(prepared)) {
      old.querySelector('progress')?.replaceWith(fresh.querySelector('progress') ?? '');
      const [words, news] = [old, fresh].map((film) => film.querySelector('[role=status]'));
      if (words && news && words.textContent !== news.textContent) words.textContent = news.textContent;
      continue;
    }
    const hadFocus = old.contains(document.activeElement);
    old.replaceWith(fresh);
    const film = fresh.querySelector('video');
    if (film) equip(film);
    if (hadFocus) film?.focus();
  }
}

function tellLost() {
  const words = Object.assign(document.createElement('p'), {
    className: 'field__error',
    role: 'alert',
    textContent: 'The film did not load. ',
  });
  words.append(Object.assign(document.createElement('a'), { href: '', textContent: 'Try again' }));
  return words;
}
