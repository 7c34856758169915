import { fetched } from './fetched.ts';
import { isPlain, on } from './on.ts';

/** Links to pages that are dialogs. What goes on after the press is fetched with the first of them. */
export function startDialogs() {
  on('click', 'a[data-dialog]', async (event, element) => {
    const link = element as HTMLAnchorElement;
    if (!isPlain(event) || !window.HTMLDialogElement) return;
    event.preventDefault();
    // One at a time: two would lie on each other.
    if (document.querySelector('dialog, [data-dialog][aria-busy]')) return;
    link.ariaBusy = 'true';
    try {
      const [part, answer] = await Promise.all([import('./open-dialog.ts'), fetched(link.href)]);
      part.openDialog(link, answer);
    } catch {
      location.assign(link.href);
    }
    link.ariaBusy = null;
  });
}
