const minuteMs = 60_000;

/** Tells the server where a member is in a video: once a minute, at pauses, and when the page is left.
 *  @param study the link to the page to study, which names the item also on the pages of lists */
export function start(study: HTMLAnchorElement) {
  const video = document.querySelector<HTMLVideoElement>('#video video');
  if (!video) return;
  const [, , id] = study.pathname.split('/');
  const body = () => JSON.stringify({ seconds: Math.floor(video.currentTime) });
  let wasPlayed = false;
  let sent = '';
  const send = () => {
    if (!wasPlayed || body() === sent) return;
    sent = body();
    // `keepalive` also when the page is left.
    const headers = { 'Content-Type': 'application/json' };
    const init = { method: 'PUT', keepalive: true, headers, body: sent };
    // An answer that is not read keeps its connection, of which a browser has six.
    fetch(`/api/content/${id}/progress`, init)
      .then((answer) => answer.text())
      .catch(() => {});
  };
  video.addEventListener('play', () => {
    wasPlayed = true;
  });
  for (const event of ['pause', 'ended']) video.addEventListener(event, send);
  addEventListener('pagehide', send);
  // The page to study is made before the report of leaving arrives.
  study.addEventListener('click', () => {
    if (wasPlayed) study.search = `?t=${Math.floor(video.currentTime)}`;
  });
  setInterval(() => video.paused || send(), minuteMs);
  video.addEventListener('pause', () => offerMoment(video.currentTime));
}

/** The moment of a note is the one at which its writer paused, until they write another. */
function offerMoment(time: number) {
  const field = document.querySelector<HTMLInputElement>('[data-moment]');
  if (!field || field.value !== (field.dataset.moment || field.defaultValue)) return;
  const [minutes, seconds] = [Math.floor(time / 60), Math.floor(time % 60)];
  field.value = `${minutes}:${String(seconds).padStart(2, '0')}`;
  field.dataset.moment = field.value;
}
