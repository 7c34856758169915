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
  loadFor('[data-preview]', () => import('./preview.ts'));
  loadFor('[data-filters]', () => import('./filters.ts'));
  loadFor('[data-find],[data-names]', () => import('./find.ts'));
  loadFor('[type=password]', () => import('./passwords.ts'));
  loadFor('[data-zone]', () => import('./zone.ts'));
  on('input', '[data-most]', (_event, field) => {
    import('./counter.ts').then((part) => part.count(field as HTMLInputElement)).catch(() => {});
  });
  loadFor('.video', () => import('./player.ts'));
  // Only members have the link to the page to study.
  loadFor('[href$=study]', () => import('./progress.ts'));
  loadFor('[data-loop]', () => import('./loop.ts'));
  // Last, because it skips forms that one of the others submits.
  startPending();
  document.querySelector<HTMLElement>('[data-error-summary]')?.focus();
  loadFor('[data-conversation]', () => import('./conversation.ts'));
  loadFor('[data-card-form]', () => import('./pay.ts'));
  loadFor('[data-chunks]', () => import('./upload.ts'));
}

/** Loads a script on pages that have a matching element; without it the plain form works. */
function loadFor<Served extends HTMLElement>(
  selector: string,
  load: () => Promise<{ start: (element: Served) => unknown }>,
) {
  const element = document.querySelector<Served>(selector);
  if (element)
    load()
      .then(({ start }) => start(element))
      .catch(() => {});
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
