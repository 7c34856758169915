/** A menu that the focus has left is closed, so that nobody looks for the focus below it. */
export function startMenus() {
  if (!('popover' in document.body)) return;
  document.addEventListener('focusin', ({ target }) => {
    const menu = document.querySelector<HTMLElement>('.menu:popover-open');
    const isOpener = (target as HTMLButtonElement).popoverTargetElement === menu;
    if (menu && !isOpener && !menu.contains(target as Node)) menu.hidePopover();
  });
}
