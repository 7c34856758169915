import { fetched } from './fetched.ts';
import { carried, retell } from './toast.ts';

/** Brings what lies under the dialog up to date, and the focus to where it was, or as near as it can be. */
export async function refresh(link: HTMLAnchorElement, address: string, page: Document) {
  const { pathname, href } = location;
  const isSamePage = new URL(address).pathname === pathname;
  const { dialog } = link.dataset;
  if (!isSamePage && !dialog) return goWith(page, address);
  retell(page);
  if (dialog === 'told') return;
  const fresh = isSamePage ? page : (await fetched(href)).page;
  const area = link.closest<HTMLElement>(isSamePage ? 'main' : '[id]');
  const freshArea = area && fresh.getElementById(area.id);
  if (!freshArea) return;
  renew(area, freshArea);
  const again = document.querySelector<HTMLElement>(`#${area.id} a[href="${link.getAttribute('href')}"]`);
  (again ?? document.querySelector('main'))?.focus({ preventScroll: !again });
}

/** Goes to the page that was fetched already, and takes its toast along: a toast is told only once. */
function goWith(page: ParentNode, address: string) {
  const region = page.querySelector('[data-toast]');
  try {
    if (region?.firstChild) sessionStorage.setItem(carried, region.outerHTML);
  } catch {}
  location.assign(address);
}

/** The live region, or its words would not be announced; and films, which run on. */
const kept = '[data-toast], .film';

/** Puts what is new in the place of the old, around what must stay the nodes they were. */
function renew(old: Element, fresh: Element) {
  const [olds, news] = [[...old.children], [...fresh.children]];
  if (old.matches(kept)) return;
  if (old.querySelector(kept) && olds.length === news.length) {
    for (const [at, each] of olds.entries()) renew(each, news[at] as Element);
    return;
  }
  const region = old.querySelector('[data-toast]');
  if (region) fresh.querySelector('[data-toast]')?.replaceWith(region);
  old.replaceWith(fresh);
}
