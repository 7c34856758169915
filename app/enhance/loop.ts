import { showHero } from './hero.ts';

const waitMs = 4_000;

/** In one file, because the name of another would be in the script of every page. */
export const start = (element: HTMLElement) =>
  element.dataset.loop ? repeat(element as HTMLVideoElement) : showHero(element);

/** Plays a part of a video again and again, at the speed that its page was asked for. */
function repeat(video: HTMLVideoElement) {
  const [from = 0, to = 0, speed = 1] = (video.dataset.loop ?? '').split(' ').map(Number);
  video.defaultPlaybackRate = speed;
  video.playbackRate = speed;
  const goBack = () => {
    const { currentTime, paused } = video;
    if (!paused && (currentTime >= to || currentTime < from - 1)) video.currentTime = from;
  };
  const watch = () => {
    goBack();
    if (!video.paused) requestAnimationFrame(watch);
  };
  video.addEventListener('play', watch);
  // A tab in the background has no frames.
  video.addEventListener('timeupdate', goBack);
  // The part may end with the video.
  video.addEventListener('ended', () => {
    video.currentTime = from;
    video.play().catch(() => {});
  });
  if (document.querySelector('[data-cutting]')) setInterval(() => lookAgain(video), waitMs);
}

/** Shows the clip that is being cut, unless this would disturb. */
function lookAgain({ paused }: HTMLVideoElement) {
  if (paused && !document.hidden && !document.activeElement?.closest('form')) location.reload();
}
