/** While a form is on its way its button says so and cannot be pressed again. */
export function startPending() {
  const restores: (() => void)[] = [];
  document.addEventListener('submit', (event) => {
    const button = event.submitter as HTMLButtonElement | null;
    if (event.defaultPrevented || (event.target as HTMLFormElement).method !== 'post' || !button) return;
    // Only after the browser has collected the fields: a disabled button would not be among them.
    setTimeout(() => {
      const { pending } = button.dataset;
      const content = [...button.childNodes];
      restores.push(() => {
        button.disabled = false;
        button.replaceChildren(...content);
      });
      if (pending) button.textContent = pending;
      button.disabled = true;
    });
  });
  // The browser may bring the page back as it was left.
  addEventListener('pageshow', () => {
    for (const restore of restores.splice(0)) restore();
  });
}
