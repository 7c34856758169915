import { on } from './on.ts';

const eyes = 'button[data-password]';

/** Adds a button that shows the typed password until the form is submitted. */
export function start() {
  sayZone();
  for (const eye of document.querySelectorAll<HTMLElement>(eyes)) eye.hidden = false;
  on('click', eyes, (_, eye) => turn(eye, eye.ariaPressed !== 'true'));
  document.addEventListener('submit', hideAll);
  addEventListener('pageshow', hideAll);
}

function hideAll() {
  for (const eye of document.querySelectorAll<HTMLElement>(eyes)) turn(eye, false);
}

function turn(eye: HTMLElement, isShown: boolean) {
  const field = document.getElementById(eye.dataset.password ?? '') as HTMLInputElement | null;
  if (field) field.type = isShown ? 'text' : 'password';
  eye.ariaPressed = `${isShown}`;
}

/** Tells the server in which time zone somebody signs in; it becomes the member's while they have chosen none. */
function sayZone() {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  // biome-ignore lint/suspicious/noDocumentCookie: older browsers have no Cookie Store.
  document.cookie = `zone=${timeZone};path=/;samesite=lax`;
}
