import { encoded, fetched } from './fetched.ts';
import { isPlain, on } from './on.ts';
import { goWith, leaveFor, retell } from './toast.ts';

const body = '[data-dialog-page]';

/**
 * Lifts a dialog that is a page into `<dialog>` over the page that links to it, and sends its form from there.
 * `data-dialog="stay"` keeps the reader on the list even when the form leads elsewhere; with `"told"` nothing below
 * the dialog has changed, and only the toast is taken over.
 */
export function startDialogs() {
  on('click', 'a[data-dialog]', async (event, element) => {
    const link = element as HTMLAnchorElement;
    if (!isPlain(event) || !window.HTMLDialogElement) return;
    event.preventDefault();
    if (link.ariaBusy) return;
    link.ariaBusy = 'true';
    try {
      const { response, page } = await fetched(link.href);
      const content = page.querySelector<HTMLElement>(body);
      if (content && response.ok) open(link, content);
      else if (!isSignedOut(response, page)) location.assign(link.href);
    } catch {
      location.assign(link.href);
    }
    link.ariaBusy = null;
  });
  on('click', 'dialog [data-dialog-close]', (event, close) => {
    event.preventDefault();
    close.closest('dialog')?.close();
  });
}

function open(link: HTMLAnchorElement, content: HTMLElement) {
  const dialog = document.createElement('dialog');
  dialog.setAttribute('aria-labelledby', content.getAttribute('aria-labelledby') ?? '');
  dialog.setAttribute('closedby', 'any');
  dialog.append(content);
  document.body.append(dialog);
  dialog.addEventListener('close', () => {
    dialog.remove();
    link.focus();
  });
  dialog.addEventListener('submit', (event) => {
    event.preventDefault();
    send(link, dialog, event);
  });
  dialog.showModal();
}

async function send(link: HTMLAnchorElement, dialog: HTMLDialogElement, event: SubmitEvent) {
  const form = event.target as HTMLFormElement;
  const fields = new FormData(form, event.submitter);
  // As the browser would send it: the server takes a form with files another way than one without.
  const sent = form.enctype === 'multipart/form-data' ? fields : encoded(fields);
  dialog.inert = true;
  let isLost = false;
  try {
    const { response, page } = await fetched(form.getAttribute('action') ?? link.href, {
      method: 'POST',
      body: sent,
    });
    const content = page.querySelector<HTMLElement>(body);
    if (response.redirected && response.ok) {
      dialog.close();
      if (!isSignedOut(response, page)) {
        import('./after-dialog.ts').then(
          ({ refresh }) => refresh(link, response.url, page),
          () => goWith(page, response.url),
        );
      }
    } else if (content) {
      dialog.replaceChildren(content);
    } else throw new Error(response.statusText);
  } catch {
    isLost = true;
  }
  dialog.inert = false;
  if (isLost) sayLost(form);
  (dialog.querySelector<HTMLElement>('[data-error-summary]') ?? event.submitter)?.focus();
}

/** In the form: while a dialog is open, nobody hears what the page below it says. */
function sayLost(form: HTMLFormElement) {
  form.querySelector('.field__error[role]')?.remove();
  const words = 'That did not work. Please try again.';
  const line = document.createElement('p');
  form.append(Object.assign(line, { className: 'field__error', role: 'alert', textContent: words }));
}

function isSignedOut({ redirected, url }: Response, page: Document) {
  const isSignIn = redirected && new URL(url).pathname === '/auth';
  if (isSignIn) {
    retell(page);
    leaveFor(url, 500);
  }
  return isSignIn;
}
