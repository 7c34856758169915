/** From this share of the limit on, the count is shown. */
const near = 0.8;

/** Counts the characters of a text near its limit, which the server checks. */
export function startCounters() {
  document.addEventListener('input', ({ target }) => {
    if (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) count(target);
  });
}

function count(field: HTMLInputElement | HTMLTextAreaElement) {
  const most = Number(field.dataset.most);
  if (!most) return;
  const { length } = field.value;
  const shown = field.parentElement?.querySelector<HTMLElement>('[data-count]');
  if (length < most * near && !shown) return;
  const line = shown ?? document.createElement('p');
  line.dataset.count = '';
  line.className = length > most ? 'field__error' : 'field__hint';
  line.textContent = length < most * near ? '' : `${length} of ${most} characters`;
  if (!shown) field.after(line);
}
