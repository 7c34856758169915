/** Tells the server where a member is in a video: once a minute, at pauses, and when the page is left. */
export function start(article: HTMLElement) {
  const video = article.querySelector<HTMLVideoElement>('#video video');
  if (!video) return;
  const address = `/api/content/${article.dataset.progress}/progress`;
  const body = () => JSON.stringify({ seconds: Math.floor(video.currentTime) });
  let wasPlayed = false;
  let sent = '';
  const tell = () => {
    if (!wasPlayed || body() === sent) return;
    sent = body();
    // `keepalive` also when the page is left.
    const headers = { 'Content-Type': 'application/json' };
    fetch(address, { method: 'PUT', keepalive: true, headers, body: sent }).catch(() => {});
  };
  video.addEventListener('play', () => {
    wasPlayed = true;
    tell();
  });
  for (const event of ['pause', 'ended']) video.addEventListener(event, tell);
  addEventListener('pagehide', tell);
  setInterval(() => video.paused || tell(), minuteMs);
  video.addEventListener('pause', () => offerMoment(video.currentTime));
}

const minuteMs = 60_000;

/** The moment of a note is the one at which its writer paused, until they write another. */
function offerMoment(time: number) {
  const field = document.querySelector<HTMLInputElement>('[data-moment]');
  if (!field || field.value !== (field.dataset.moment || field.defaultValue)) return;
  const [minutes, seconds] = [Math.floor(time / 60), Math.floor(time % 60)];
  field.value = `${minutes}:${String(seconds).padStart(2, '0')}`;
  field.dataset.moment = field.value;
}
