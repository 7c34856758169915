import { startDialogs } from './dialog.ts';
import { startMenus } from './menus.ts';
import { startMore } from './more.ts';
import { startPasswords } from './passwords.ts';
import { startPending } from './pending.ts';
import { startShares } from './share.ts';
import { startSplash } from './splash.ts';
import { startToasts } from './toast.ts';
import { startToggleButtons } from './toggle-button.ts';

/** Starts the enhancements, unless data saving is on. Every page works without them. */
export function enhance() {
  forgetAge();
  sayZone();
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  if (connection?.saveData) return;
  startSplash();
  startToasts();
  startToggleButtons();
  startShares();
  startPasswords();
  startMore();
  startDialogs();
  startMenus();
  serve('[data-preview]', () => import('./preview.ts').then((part) => part.startPreviews()));
  serve('[data-filters]', (form) =>
    import('./filters.ts').then((part) => part.startFilters(form as HTMLFormElement)),
  );
  serve('[data-find]', (form) => import('./find.ts').then((part) => part.startFind(form)));
  serve('[data-most]', () => import('./counter.ts').then((part) => part.startCounters()));
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

/** Tells the server in which time zone somebody signs in; it becomes the member's while they have chosen none. */
function sayZone() {
  if (!document.querySelector('[type=password]')) return;
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  // biome-ignore lint/suspicious/noDocumentCookie: older browsers have no Cookie Store.
  document.cookie = `zone=${timeZone};path=/;samesite=lax`;
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
