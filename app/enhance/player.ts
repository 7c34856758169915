import { fetched } from './fetched.ts';
import { isPlain, on } from './on.ts';

const speeds = [0.5, 0.75, 1, 1.25, 1.5, 2];
/** Milliseconds between two checks of a video that is being prepared. */
const interval = 5_000;
const prepared = '.video[aria-busy=true]';
const moments = '.item__moment';
const secondsOf = (link: HTMLElement) =>
  Number(new URL((link as HTMLAnchorElement).href).searchParams.get('t'));
/** A browser may refuse to play, for example without a press. */
const play = (video: HTMLVideoElement) => video.play().catch(() => {});
const mainVideo = () => document.querySelector<HTMLVideoElement>('#video video');

/** Adds play signs and speed menus to the players of a page, lets steps play their moments, and replaces posters
 *  whose videos become ready. */
export function start() {
  for (const video of document.querySelectorAll('video')) equip(video);
  on('click', moments, playMoment);
  if (document.querySelector(prepared)) setTimeout(lookAgain, interval);
}

/** Plays the video from the moment of a step, instead of loading the page again. */
function playMoment(event: MouseEvent, link: HTMLElement) {
  const video = mainVideo();
  if (!video || !isPlain(event)) return;
  event.preventDefault();
  video.currentTime = secondsOf(link);
  play(video);
  video.scrollIntoView({ block: 'nearest' });
}

/** Marks the step that the video shows now. */
function markMoment(video: HTMLVideoElement) {
  const links = [...document.querySelectorAll<HTMLElement>(moments)];
  const current = links.findLast((link) => secondsOf(link) <= video.currentTime);
  for (const link of links) link.ariaCurrent = link === current ? 'step' : null;
}

/** A large sign on the poster until the video plays, because some browsers' own is small. */
function addPlaySign(video: HTMLVideoElement) {
  const sign = Object.assign(document.createElement('button'), {
    type: 'button',
    className: 'button video__play',
    textContent: '▶',
    ariaLabel: `Play ${video.ariaLabel}`,
  });
  sign.addEventListener('click', () => {
    video.focus();
    play(video);
  });
  video.addEventListener('play', () => sign.remove());
  video.after(sign);
}

/** Adds what not every browser's own controls have: a large play sign and a speed menu. */
function equip(video: HTMLVideoElement) {
  if (video === mainVideo()) video.addEventListener('timeupdate', () => markMoment(video));
  const label = Object.assign(document.createElement('label'), {
    className: 'row',
    textContent: 'Speed ',
  });
  const choice = Object.assign(document.createElement('select'), { className: 'input' });
  for (const speed of speeds) choice.add(new Option(`${speed}×`, `${speed}`));
  choice.value = '1';
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
  addPlaySign(video);
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
