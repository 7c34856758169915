import { encoded, fetched } from './fetched.ts';
import { nameMore } from './more.ts';

/** A changed choice applies at once: the list is replaced, the focus and the form stay, and the address follows. Only
 *  phones keep the button. */
export function start(form: HTMLFormElement) {
  const wide = matchMedia('(width > 768px)');
  const search = form.querySelector<HTMLInputElement>('[type=search]');
  const button = form.querySelector<HTMLElement>('[data-apply]');
  const choices = [...form.querySelectorAll('select')];
  let shown = location.search;
  let asked: string;
  const apply = async () => {
    // A new search offers other sorts, so the whole page is needed.
    if (search?.value !== search?.defaultValue) return form.requestSubmit();
    const query = encoded(new FormData(form));
    for (const [name, value] of [...query]) if (!value || value === 'all') query.delete(name);
    const address = query.size ? `${form.action}?${query}` : form.action;
    // It is shown, or on its way.
    if (asked === address) return;
    asked = address;
    try {
      const { response, page } = await fetched(address);
      if (asked !== address) return;
      if (!response.ok) throw new Error(response.statusText);
      replaceParts(page);
      for (const option of choices.flatMap(({ options }) => [...options])) {
        option.defaultSelected = option.selected;
      }
      history.pushState(null, '', address);
      shown = location.search;
    } catch {
      location.assign(address);
    }
  };
  form.addEventListener('change', ({ target }) => {
    if (wide.matches && target instanceof HTMLSelectElement) apply();
  });
  // The button keeps its place, so that nothing shifts. What was chosen while it was there applies now.
  wide.onchange = () => {
    if (button) button.style.visibility = wide.matches ? 'hidden' : '';
    if (wide.matches && choices.some(isChanged)) apply();
  };
  wide.dispatchEvent(new Event('change'));
  addEventListener('popstate', () => location.search !== shown && location.reload());
}

/** Whether another option is chosen than the list shown was asked with. */
function isChanged({ options, selectedIndex }: HTMLSelectElement) {
  const first = [...options].findIndex(({ defaultSelected }) => defaultSelected);
  return selectedIndex !== Math.max(first, 0);
}

function replaceParts(page: Document) {
  const fresh = [...page.querySelectorAll('[data-part]')];
  for (const part of document.querySelectorAll('[data-part]')) part.replaceWith(fresh.shift() ?? '');
  // The same element, so that screen readers say the new number.
  const [old, now] = [document, page].map((each) => each.querySelector('main [role=status].found'));
  if (old && now) old.textContent = now.textContent;
  document.title = page.title;
  nameMore();
}
