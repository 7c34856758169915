import { refresh } from './after-dialog.ts';
import { encoded, fetched } from './fetched.ts';
import { sayPending } from './pending.ts';
import { isSignedOut } from './signed-out.ts';
import { showToast } from './toast.ts';

type Answer = Awaited<ReturnType<typeof fetched>>;

/** Shows a dialog page over the page that links to it. With `data-dialog="stay"` the reader stays on the list after
 *  submitting; with `"toast"` only the toast is taken over, because nothing below has changed. */
export function openDialog(link: HTMLAnchorElement, { response, page }: Answer) {
  const content = contentOf(page);
  if (content && response.ok) open(link, content);
  else if (!isSignedOut({ response, page })) location.assign(link.href);
}

const contentOf = (page: Document) => page.querySelector<HTMLElement>('[data-dialog-page]');

function open(link: HTMLAnchorElement, content: HTMLElement) {
  const dialog = document.createElement('dialog');
  const wayBack = () => dialog.querySelector<HTMLElement>('[data-dialog-close]');
  let isSending = false;
  dialog.setAttribute('aria-labelledby', content.getAttribute('aria-labelledby') ?? '');
  // A press beside the dialog closes it too, until there is input to lose.
  dialog.setAttribute('closedby', 'any');
  dialog.append(content);
  document.body.append(dialog);
  for (const name of ['input', 'submit']) {
    dialog.addEventListener(name, () => dialog.setAttribute('closedby', 'closerequest'));
  }
  dialog.addEventListener('click', (event) => {
    if (!(event.target as Element).closest('[data-dialog-close]')) return;
    event.preventDefault();
    dialog.close();
  });
  dialog.addEventListener('close', () => {
    dialog.remove();
    link.focus();
  });
  dialog.addEventListener('submit', async (event) => {
    event.preventDefault();
    if (isSending) return;
    isSending = true;
    await send(link, dialog, event);
    isSending = false;
    const summary = dialog.querySelector<HTMLElement>('[data-error-summary]');
    (summary ?? (event.submitter?.isConnected ? event.submitter : wayBack()))?.focus();
  });
  dialog.showModal();
  // Enter pressed twice must not destroy anything.
  if (document.activeElement?.matches('[data-kind=danger]')) wayBack()?.focus();
}

async function send(link: HTMLAnchorElement, dialog: HTMLDialogElement, event: SubmitEvent) {
  const form = event.target as HTMLFormElement;
  const button = event.submitter as HTMLButtonElement | null;
  const fields = new FormData(form, button);
  // Encoded as the browser would: the server reads a form with files in another way.
  const sent = form.enctype === 'multipart/form-data' ? fields : encoded(fields);
  // A disabled button would lose the focus to the page below.
  const restore = button && sayPending(button);
  if (button) button.ariaDisabled = 'true';
  try {
    const { response, page } = await fetched(form.getAttribute('action') ?? link.href, {
      method: 'POST',
      body: sent,
    });
    const content = contentOf(page);
    if (response.redirected && response.ok) {
      dialog.close();
      if (!isSignedOut({ response, page })) refresh(link, response.url, page).catch(() => {});
    } else if (content && dialog.open) {
      dialog.replaceChildren(content);
    } else throw new Error(response.statusText);
  } catch {
    sayLost(dialog, form);
  }
  restore?.();
  if (button) button.ariaDisabled = null;
}

/** Shown inside the form: screen readers ignore the page below an open dialog. */
function sayLost(dialog: HTMLDialogElement, form: HTMLFormElement) {
  const words = 'That did not work. Please try again.';
  if (!dialog.open) return showToast({ kind: 'error', title: 'Error', text: words });
  form.querySelector('.field__error[role]')?.remove();
  const line = document.createElement('p');
  form.append(Object.assign(line, { className: 'field__error', role: 'alert', textContent: words }));
}
