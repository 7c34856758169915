import { fetched } from './fetched.ts';
import { isPlain, on } from './on.ts';

const next = '[data-pager] a[rel=next]';
const label = 'Load more';

/** Adds the next page of a list below the current one, and restores added pages after a return. */
export function startMore() {
  const status = Object.assign(document.createElement('p'), { className: 'visually-hidden', role: 'status' });
  on('click', next, async (event, element) => {
    const link = element as HTMLAnchorElement;
    if (!gridBefore(link) || !isPlain(event)) return;
    event.preventDefault();
    if (link.ariaBusy) return;
    if (!status.isConnected) document.body.append(status);
    try {
      const items = await grow(link);
      history.replaceState({ more: (history.state?.more ?? 0) + 1 }, '');
      // The focus moves only if the reader has not moved it.
      if ((document.activeElement ?? link).matches(`body, ${next}`)) items[0]?.querySelector('a')?.focus();
      status.textContent = `${items.length} more`;
    } catch {
      location.assign(link.href);
    }
  });
  const link = nameMore();
  if (link) comeBack(link);
}

/** Names the link by what it does here. */
export function nameMore() {
  const link = document.querySelector<HTMLAnchorElement>(next);
  if (!link || !gridBefore(link)) return null;
  link.textContent = label;
  return link;
}

async function comeBack(link: HTMLAnchorElement) {
  const place = `place:${location.href}`;
  const stay = new AbortController();
  for (const act of ['wheel', 'touchstart', 'pointerdown', 'keydown']) {
    addEventListener(act, () => stay.abort(), { once: true, passive: true });
  }
  try {
    const y = Number(sessionStorage.getItem(place));
    addEventListener('pagehide', () => history.state?.more && sessionStorage.setItem(place, `${scrollY}`));
    let left = history.state?.more;
    if (!left) return;
    for (; left; left--) await grow(link);
    if (!stay.signal.aborted) scrollTo(0, y);
  } catch {
    // The items that were fetched stay.
  }
}

async function grow(link: HTMLAnchorElement) {
  link.ariaBusy = 'true';
  link.textContent = 'Loading...';
  try {
    const { response, page } = await fetched(link.href);
    const further = page.querySelector<HTMLAnchorElement>(next);
    const items = [...(gridBefore(page.querySelector('[data-pager]'), page)?.children ?? [])];
    if (!response.ok || !items.length) throw new Error();
    gridBefore(link)?.append(...items);
    if (further) link.href = further.getAttribute('href') ?? '';
    else link.remove();
    return items;
  } finally {
    link.ariaBusy = null;
    link.textContent = label;
  }
}

const gridBefore = (pager: Element | null, page = document) =>
  [...page.querySelectorAll('[data-grid]')]
    .filter((grid) => !pager || grid.compareDocumentPosition(pager) & Node.DOCUMENT_POSITION_FOLLOWING)
    .at(-1);
