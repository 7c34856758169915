import { on } from './on.ts';

export interface Message {
  kind: string;
  title: string;
  text?: string;
  link?: { href: string; label: string };
}

/** Milliseconds until a dismissed toast is removed (E4.15). */
const removalDelay = 1_000_000;
/** Milliseconds that a success without a link stays, and again while it is pointed at or has the focus. */
const stay = 6_000;
/** Milliseconds that a screen reader needs to read a new page. */
const screenReaderDelayMs = 700;
export const toastStorageKey = 'toast';
let removal: ReturnType<typeof setTimeout> | undefined;
let leaving: ReturnType<typeof setTimeout> | undefined;

const regionOf = (page: ParentNode) => page.querySelector<HTMLElement>('[data-toast]');

/** Shows a message in the page's live region and replaces the one before (E4.14). */
export function showToast({ kind, title, text, link }: Message) {
  const words = Object.assign(document.createElement('p'), { className: 'toast__words' });
  words.append(
    Object.assign(document.createElement('strong'), { textContent: title }),
    text ? `${/[.!?]$/.test(title) ? '' : ':'} ${text}` : '',
  );
  const links = [link, { href: location.href, label: 'Dismiss' }].flatMap((each) =>
    each ? [Object.assign(document.createElement('a'), { href: each.href, textContent: each.label })] : [],
  );
  links.at(-1)?.setAttribute('data-dismiss', '');
  show(kind, [words, ...links]);
}

export function repeatToast(page: ParentNode) {
  const region = regionOf(page);
  if (region?.firstChild) show(region.dataset.kind ?? '', [...region.childNodes]);
}

function show(kind: string, parts: Node[]) {
  const region = regionOf(document);
  if (!region) return;
  clearTimeout(removal);
  region.hidden = false;
  region.dataset.kind = kind;
  region.role = kind === 'error' ? 'alert' : 'status';
  region.replaceChildren();
  // Screen readers announce only changes of a region that exists.
  setTimeout(() => {
    region.replaceChildren(...parts);
    region.popover = 'manual';
    region.hidePopover?.();
    region.showPopover?.();
    leaveSoon(region);
  });
}

/** Errors and toasts with a link stay until they are dismissed. */
function leaveSoon(region: HTMLElement) {
  clearTimeout(leaving);
  delete region.dataset.gone;
  if (region.dataset.kind === 'error' || region.querySelector('a:not([data-dismiss])')) return;
  leaving = setTimeout(() => {
    if (region.matches(':hover, :focus-within')) return leaveSoon(region);
    region.dataset.gone = '';
    empty(region);
  }, stay);
}

function empty(region: HTMLElement) {
  clearTimeout(leaving);
  clearTimeout(removal);
  removal = setTimeout(() => region.replaceChildren(), removalDelay);
}

/** Goes to another page after a delay in ms; Escape, or focus in the toast, stops that. */
export function leaveFor(address: string, delay: number) {
  const leaving = setTimeout(() => location.assign(address), delay);
  const stay = () => clearTimeout(leaving);
  regionOf(document)?.addEventListener('focusin', stay, { once: true });
  document.addEventListener('keydown', ({ key }) => key === 'Escape' && stay());
}

export function startToasts() {
  on('click', '[data-toast] [data-dismiss]', (event) => {
    const region = regionOf(document);
    if (!region) return;
    event.preventDefault();
    // The focused element is about to be removed.
    if (region.contains(document.activeElement)) {
      document.querySelector('main')?.focus({ preventScroll: true });
    }
    region.hidden = true;
    empty(region);
  });
  // The toast lies over the page and may cover the focused element.
  document.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') document.querySelector<HTMLElement>('[data-dismiss]')?.click();
  });
  try {
    const left = sessionStorage.getItem(toastStorageKey);
    sessionStorage.removeItem(toastStorageKey);
    if (left) repeatToast(new DOMParser().parseFromString(left, 'text/html'));
  } catch {
    // Storage is off or full.
  }
  // Few screen readers announce a region's first text, so it is inserted once more.
  const region = regionOf(document);
  const words = region?.querySelector('p');
  if (!region || !words) return;
  setTimeout(() => words.replaceWith(words.cloneNode(true)), screenReaderDelayMs);
  leaveSoon(region);
}
