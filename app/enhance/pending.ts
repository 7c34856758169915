/** While a form is on its way its button says so and cannot be pressed again. */
export function startPending() {
  const restores: (() => void)[] = [];
  document.addEventListener('submit', (event) => {
    const button = event.submitter as HTMLButtonElement | null;
    if (event.defaultPrevented || (event.target as HTMLFormElement).method !== 'post' || !button) return;
    // Only after the browser has collected the fields: a disabled button would not be among them.
    setTimeout(() => {
      const restore = sayPending(button);
      restores.push(() => {
        button.disabled = false;
        restore();
      });
      button.disabled = true;
    });
  });
  // The browser may bring the page back as it was left.
  addEventListener('pageshow', () => {
    for (const restore of restores.splice(0)) restore();
  });
}

/** Writes on a button what it says while its form is on the way. @returns what brings its own words back */
export function sayPending(button: HTMLButtonElement) {
  const { pending } = button.dataset;
  const content = [...button.childNodes];
  if (pending) button.textContent = pending;
  return () => button.replaceChildren(...content);
}
