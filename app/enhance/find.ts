import { fetched } from './fetched.ts';
import { suggestNames } from './names.ts';

const pauseMs = 250;

/** In one file, because the name of another would be in the script of every page. */
export const start = (element: HTMLElement) =>
  'names' in element.dataset ? suggestNames(element) : searchIn(element);

/** Searches during typing and replaces the choices; what is chosen stays among them. */
function searchIn(form: HTMLElement) {
  let last: AbortController | undefined;
  let timer = 0;
  const search = async () => {
    last?.abort();
    last = new AbortController();
    const query = new URLSearchParams(new FormData(form as HTMLFormElement) as never);
    try {
      const { response, page } = await fetched(`${location.pathname}?${query}`, { signal: last.signal });
      const [shown, found] = [document, page].map((each) => each.querySelector('[data-found]'));
      if (response.ok && shown && found) replace(shown, found);
    } catch {
      // The button still searches.
    }
  };
  form.addEventListener('input', () => {
    clearTimeout(timer);
    timer = window.setTimeout(search, pauseMs);
  });
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    clearTimeout(timer);
    search();
  });
}

function replace(shown: Element, found: Element) {
  const chosen = shown.querySelector('label:has(:checked)');
  const value = chosen?.querySelector('input')?.value;
  const same = [...found.querySelectorAll('input')].find((input) => input.value === value);
  if (same) same.checked = true;
  else if (chosen) found.append(chosen);
  shown.replaceWith(found);
}
