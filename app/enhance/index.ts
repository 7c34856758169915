import { startDialogs } from './dialog.ts';
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
  // Fetched only where it is needed, so that nobody else pays for it.
  if (document.querySelector('[data-preview]')) import('./preview.ts').then((part) => part.startPreviews());
  const films = document.querySelectorAll('video');
  if (films[0]) import('./player.ts').then((part) => part.startPlayers(films));
  // Last, because it leaves forms alone that one of the others sends.
  startPending();
  document.querySelector<HTMLElement>('[data-error-summary]')?.focus();
  const conversation = document.querySelector<HTMLElement>('[data-conversation]');
  if (conversation) import('./conversation.ts').then((part) => part.startConversation(conversation));
  // Scripts of their own, for the few pages that have such a form; without them their plain form is there.
  const card = document.querySelector<HTMLElement>('[data-card-form]');
  if (card) import('./pay.ts').then(({ startCardForm }) => startCardForm(card)).catch(() => {});
  const upload = document.querySelector<HTMLFormElement>('[data-pieces]');
  if (upload) import('./upload.ts').then(({ startUploads }) => startUploads(upload)).catch(() => {});
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
