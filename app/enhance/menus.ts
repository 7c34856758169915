/** Closes a menu that loses the focus, so that it does not cover the focused element. */
export function startMenus() {
  if (!('popover' in document.body)) return;
  document.addEventListener('focusin', ({ target }) => {
    const menu = document.querySelector<HTMLElement>('.menu:popover-open');
    const isOpener = (target as HTMLButtonElement).popoverTargetElement === menu;
    if (menu && !isOpener && !menu.contains(target as Node)) menu.hidePopover();
  });
}
