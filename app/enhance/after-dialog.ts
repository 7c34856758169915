import { fetched } from './fetched.ts';
import { repeatToast, toastStorageKey } from './toast.ts';

/** Updates the page below a dialog after it closed, and restores the focus or sets it nearby. */
export async function refresh(link: HTMLAnchorElement, address: string, page: Document) {
  const { pathname, href } = location;
  const isSamePage = new URL(address).pathname === pathname;
  const { dialog } = link.dataset;
  if (!isSamePage && !dialog) return goWith(page, address);
  repeatToast(page);
  if (dialog === 'toast') return;
  const fresh = isSamePage ? page : (await fetched(href)).page;
  const area = link.closest<HTMLElement>(isSamePage ? 'main' : '[id]');
  const freshArea = area && fresh.getElementById(area.id);
  if (!freshArea) return;
  renew(area, freshArea);
  const again = document.querySelector<HTMLElement>(`#${area.id} a[href="${link.getAttribute('href')}"]`);
  (again ?? document.querySelector('main'))?.focus({ preventScroll: !again });
}

/** Goes to a fetched page and takes its toast along, because the server sends a toast only once. */
function goWith(page: ParentNode, address: string) {
  const region = page.querySelector('[data-toast]');
  try {
    if (region?.firstChild) sessionStorage.setItem(toastStorageKey, region.outerHTML);
  } catch {
    // Storage is off or full.
  }
  location.assign(address);
}

/** Must stay: screen readers announce changes of an existing live region, and videos keep playing. */
const kept = '[data-toast], .video';

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
