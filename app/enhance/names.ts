const pauseMs = 250;

/** Suggests positions of the map while a name is typed. What is chosen has its number, and so means one thing. */
export function suggestNames(fields: HTMLElement) {
  const list = document.createElement('datalist');
  list.id = 'map-names';
  fields.append(list);
  let last: AbortController | undefined;
  let timer = 0;
  const suggest = async (text: string) => {
    last?.abort();
    last = new AbortController();
    try {
      const answer = await fetch(`/api/map/positions?search=${encodeURIComponent(text)}`, {
        signal: last.signal,
      });
      if (!answer.ok) return;
      const found = (await answer.json()) as { id: number; name: string }[];
      list.replaceChildren(...found.map(({ id, name }) => new Option('', `${name} #${id}`)));
    } catch {
      // The server asks what is meant.
    }
  };
  for (const field of fields.querySelectorAll<HTMLInputElement>('[data-suggest]')) {
    field.setAttribute('list', list.id);
    field.addEventListener('input', () => {
      clearTimeout(timer);
      if (field.value.length > 1) timer = window.setTimeout(suggest, pauseMs, field.value);
    });
  }
}
