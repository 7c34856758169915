import { fetched } from './fetched.ts';

const speeds = [0.5, 0.75, 1, 1.25, 1.5, 2];
/** Milliseconds between two checks of a video that is being prepared. */
const interval = 5_000;
const prepared = '.video[aria-busy=true]';

/** Adds speed menus to the players of a page, and replaces posters whose videos become ready. */
export function startPlayers() {
  for (const video of document.querySelectorAll('video')) equip(video);
  if (document.querySelector(prepared)) setTimeout(lookAgain, interval);
}

/** Adds a speed menu, which not every browser's own controls have. */
function equip(video: HTMLVideoElement) {
  const label = Object.assign(document.createElement('label'), {
    className: 'row',
    textContent: 'Speed ',
  });
  const choice = Object.assign(document.createElement('select'), { className: 'input' });
  for (const speed of speeds) choice.add(new Option(`${speed}×`, `${speed}`, speed === 1, speed === 1));
  choice.addEventListener('change', () => {
    video.playbackRate = Number(choice.value);
    // Without it the next video in this player would start at normal speed.
    video.defaultPlaybackRate = video.playbackRate;
  });
  // The browser's own menu may change the speed as well.
  video.addEventListener('ratechange', () => {
    choice.value = `${video.playbackRate}`;
  });
  label.append(choice);
  video.nextElementSibling?.append(label);
  video.querySelector('source:last-of-type')?.addEventListener('error', () => label.before(lostMessage()));
}

/** Replaces the posters of videos that are ready; the rest stays, because the reader may be typing. */
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
      const [words, news] = [old, fresh].map((video) => video.querySelector('[role=status]'));
      if (words && news && words.textContent !== news.textContent) words.textContent = news.textContent;
      continue;
    }
    const hadFocus = old.contains(document.activeElement);
    old.replaceWith(fresh);
    const video = fresh.querySelector('video');
    if (video) equip(video);
    if (hadFocus) video?.focus();
  }
}

function lostMessage() {
  const words = Object.assign(document.createElement('p'), {
    className: 'field__error',
    role: 'alert',
    textContent: 'The video did not load. ',
  });
  words.append(Object.assign(document.createElement('a'), { href: '', textContent: 'Try again' }));
  return words;
}
