import { fetched } from './fetched.ts';
import { isPlain, on } from './on.ts';

const next = '[data-pager] a[rel=next]';

/** Puts the next page of a list under the one that is read. */
export function startMore() {
  const link = document.querySelector(next);
  if (!link || !gridBefore(link)) return;
  link.textContent = 'Load more';
  const status = Object.assign(document.createElement('p'), { className: 'visually-hidden', role: 'status' });
  document.body.append(status);

  on('click', next, async (event, element) => {
    const link = element as HTMLAnchorElement;
    const grid = gridBefore(link);
    if (!grid || !isPlain(event)) return;
    event.preventDefault();
    if (link.ariaBusy) return;
    link.ariaBusy = 'true';
    try {
      const { response, page } = await fetched(link.href);
      const further = page.querySelector(next);
      const items = [...(gridBefore(page.querySelector('[data-pager]'), page)?.children ?? [])];
      if (!response.ok || !items.length) throw new Error(response.statusText);
      grid.append(...items);
      history.replaceState(history.state, '', link.href);
      if (further) link.replaceWith(Object.assign(further, { textContent: 'Load more' }));
      else link.remove();
      items[0]?.querySelector('a')?.focus();
      status.textContent = `${items.length} more`;
    } catch {
      location.assign(link.href);
    }
  });
}

/** The list that a pager belongs to: the last one before it. */
const gridBefore = (pager: Element | null, page = document) =>
  [...page.querySelectorAll('[data-grid]')]
    .filter((grid) => !pager || grid.compareDocumentPosition(pager) & Node.DOCUMENT_POSITION_FOLLOWING)
    .at(-1);
