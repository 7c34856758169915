/** From this share of the limit on, the count is shown. */
const near = 0.8;

/** Counts the characters of a text near its limit (`data-most`), which the server checks. */
export function count(field: HTMLInputElement | HTMLTextAreaElement) {
  const most = Number(field.dataset.most);
  const { length } = field.value;
  const shown = field.parentElement?.querySelector<HTMLElement>('[data-count]');
  if (length < most * near && !shown) return;
  const line = shown ?? document.createElement('p');
  line.dataset.count = '';
  line.className = length > most ? 'field__error' : 'field__hint';
  line.textContent = length < most * near ? '' : `${length} of ${most} characters`;
  if (!shown) field.after(line);
}
