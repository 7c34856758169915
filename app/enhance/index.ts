import { startDialogs } from './dialog.ts';
import { startMenus } from './menus.ts';
import { startMore } from './more.ts';
import { on } from './on.ts';
import { startPending } from './pending.ts';
import { startShares } from './share.ts';
import { startSplash } from './splash.ts';
import { startToasts } from './toast.ts';
import { startToggleButtons } from './toggle-button.ts';

/** Starts the enhancements, unless data saving is on. Every page works without them. */
export function enhance() {
  forgetAge();
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  if (connection?.saveData) return;
  startSplash();
  startToasts();
  startToggleButtons();
  startShares();
  startMore();
  startDialogs();
  startMenus();
  serve('[data-preview]', () => import('./preview.ts').then((part) => part.startPreviews()));
  serve('[data-filters]', (form) =>
    import('./filters.ts').then((part) => part.startFilters(form as HTMLFormElement)),
  );
  serve('[data-find]', (form) => import('./find.ts').then((part) => part.startFind(form)));
  serve('[type=password]', () => import('./passwords.ts').then((part) => part.startPasswords()));
  on('input', '[data-most]', (_event, field) => {
    import('./counter.ts').then((part) => part.count(field as HTMLInputElement)).catch(() => {});
  });
  serve('.video', () => import('./player.ts').then((part) => part.startPlayers()));
  // Last, because it skips forms that one of the others submits.
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

/** Loads a script on pages that have a matching element; without it the plain form works. */
function serve(selector: string, start: (element: HTMLElement) => Promise<unknown>) {
  const element = document.querySelector<HTMLElement>(selector);
  if (element) start(element).catch(() => {});
}

/** An earlier visit must not count as a proof of age (E2.6). */
function forgetAge() {
  try {
    localStorage.removeItem('ageVerified');
    sessionStorage.removeItem('ageVerified');
  } catch {
    // Storage is off, so nothing was remembered.
  }
}
