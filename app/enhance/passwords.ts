import { on } from './on.ts';
import { start as sayZone } from './zone.ts';

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
