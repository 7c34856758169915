import { on } from './on.ts';

export interface Message {
  kind: string;
  title: string;
  text?: string;
  link?: { href: string; label: string };
}

/** Milliseconds until a dismissed toast is removed (experience.md §9). */
const removalDelay = 1_000_000;
/** Milliseconds in which readers have taken in a new page. */
const takenIn = 700;
/** Where a toast is kept on the way to the page that says it. */
export const carried = 'toast';
let removal: ReturnType<typeof setTimeout> | undefined;

const regionOf = (page: ParentNode) => page.querySelector<HTMLElement>('[data-toast]');

/** Says something in the page's one live region; what it said before is gone. */
export function tell({ kind, title, text, link }: Message) {
  const words = Object.assign(document.createElement('p'), { className: 'toast__words' });
  words.append(
    Object.assign(document.createElement('strong'), { textContent: title }),
    text ? ` ${text}` : '',
  );
  const links = [link, { href: location.href, label: 'Dismiss' }].flatMap((each) =>
    each ? [Object.assign(document.createElement('a'), { href: each.href, textContent: each.label })] : [],
  );
  links.at(-1)?.setAttribute('data-dismiss', '');
  show(kind, [words, ...links]);
}

/** Says what another page of the site, fetched by a script, would have said. */
export function retell(page: ParentNode) {
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
  // Readers announce words that come into a region that is there, not a region that comes with its words.
  setTimeout(() => {
    region.replaceChildren(...parts);
    region.popover = 'manual';
    region.hidePopover?.();
    region.showPopover?.();
  });
}

/** Goes to another page after a while; Escape, or looking into the toast, stops that. */
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
    // What has the focus goes.
    if (region.contains(document.activeElement)) {
      document.querySelector('main')?.focus({ preventScroll: true });
    }
    region.hidden = true;
    removal = setTimeout(() => region.replaceChildren(), removalDelay);
  });
  // It lies over the page, and may lie on what somebody without a pointer has come to.
  document.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') document.querySelector<HTMLElement>('[data-dismiss]')?.click();
  });
  try {
    const left = sessionStorage.getItem(carried);
    sessionStorage.removeItem(carried);
    if (left) retell(new DOMParser().parseFromString(left, 'text/html'));
  } catch {}
  // Few readers announce the words that a page comes with: they come in once more.
  const words = regionOf(document)?.querySelector('p');
  if (words) setTimeout(() => words.replaceWith(words.cloneNode(true)), takenIn);
}
