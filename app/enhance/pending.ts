/** Marks the button of a submitted form as pending, so that it is not pressed again. */
export function startPending() {
  const restores: (() => void)[] = [];
  document.addEventListener('submit', (event) => {
    const button = event.submitter as HTMLButtonElement | null;
    if (event.defaultPrevented || (event.target as HTMLFormElement).method !== 'post' || !button) return;
    // A disabled button would not be among the fields that the browser collects.
    setTimeout(() => {
      const restore = sayPending(button);
      restores.push(() => {
        button.disabled = false;
        restore();
      });
      button.disabled = true;
    });
  });
  addEventListener('pageshow', () => {
    for (const restore of restores.splice(0)) restore();
  });
}

/** Shows the pending text of a button. @returns restores the button's own text */
export function sayPending(button: HTMLButtonElement) {
  const { pending } = button.dataset;
  const content = [...button.childNodes];
  if (pending) button.textContent = pending;
  return () => button.replaceChildren(...content);
}
