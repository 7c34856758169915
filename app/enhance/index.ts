import { startDialogs } from './dialog.ts';
import { startMenus } from './menus.ts';
import { startMore } from './more.ts';
import { startPasswords } from './passwords.ts';
import { startPending } from './pending.ts';
import { startShares } from './share.ts';
import { startSplash } from './splash.ts';
import { startToasts } from './toast.ts';
import { startWishes } from './wish.ts';

/**
 * Starts the small layer over plain forms and links. Every page works without it: whoever saves data gets none,
 * and an element that is not there is simply not served.
 */
export function enhance() {
  forgetAge();
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  if (connection?.saveData) return;
  startSplash();
  startToasts();
  startWishes();
  startShares();
  startPasswords();
  startMore();
  startDialogs();
  startMenus();
  serve('[data-preview]', () => import('./preview.ts').then((part) => part.startPreviews()));
  serve('.film', () => import('./player.ts').then((part) => part.startPlayers()));
  // Last, because it leaves forms alone that one of the others sends.
  startPending();
  document.querySelector<HTMLElement>('[data-error-summary]')?.focus();
  serve('[data-conversation]', (root) =>
    import('./conversation.ts').then((part) => part.startConversation(root)),
  );
  serve('[data-card-form]', (root) => import('./pay.ts').then((part) => part.startCardForm(root)));
  serve('[data-pieces]', (form) =>
    import('./upload.ts').then((part) => part.startUploads(form as HTMLFormElement)),
  );
}

/** A script of its own, fetched only by pages that have what it serves; without it their plain form is there. */
function serve(selector: string, start: (element: HTMLElement) => Promise<unknown>) {
  const element = document.querySelector<HTMLElement>(selector);
  if (element) start(element).catch(() => {});
}

/** Nobody counts as of age because of an earlier visit (experience.md §2, Startup). */
function forgetAge() {
  try {
    localStorage.removeItem('ageVerified');
    sessionStorage.removeItem('ageVerified');
  } catch {
    // Storage is switched off: then nothing is remembered anyway.
  }
}
