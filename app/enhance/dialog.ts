import { fetched } from './fetched.ts';
import { isPlain, on } from './on.ts';

/** Opens links to dialog pages as dialogs. The code for that is fetched at the first press. */
export function startDialogs() {
  on('click', 'a[data-dialog]', async (event, element) => {
    const link = element as HTMLAnchorElement;
    if (!isPlain(event) || !window.HTMLDialogElement) return;
    event.preventDefault();
    // Only one at a time: two dialogs would cover each other.
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
