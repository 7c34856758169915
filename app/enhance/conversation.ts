import { fetched } from './fetched.ts';
import { isSignedOut } from './signed-out.ts';
import { leaveFor, showToast } from './toast.ts';

/** Milliseconds between two polls; doubled after each failure, back to the usual after a success. */
const usual = 12_000;
const longest = 120_000;

/** Polls an open conversation and sends without a reload. A draft is kept for this tab until it is sent. */
export function start(root: HTMLElement) {
  const list = root.querySelector('[data-thread]');
  const place = root.querySelector('[data-answer]');
  const trouble = root.querySelector<HTMLElement>('[data-trouble]');
  const refreshLink = root.querySelector<HTMLElement>('[data-refresh]');
  if (!list || !place || !trouble) return;
  if (refreshLink) refreshLink.hidden = true;

  // Per member, because another member may sign in in the same tab.
  const draft = draftOf(`${root.dataset.ownId} ${location.pathname}`);
  const textOf = () => place.querySelector<HTMLTextAreaElement>('textarea');
  const kept = textOf();
  if (kept && !kept.value) kept.value = draft.read();
  root.addEventListener('input', () => draft.write(textOf()?.value ?? ''));

  const say = (message = '') => {
    trouble.hidden = !message;
    // Screen readers announce only changes of a region that exists.
    setTimeout(() => {
      trouble.textContent = message;
    });
  };

  const mergeMessages = (page: Document) => {
    const items = [...(page.querySelector('[data-thread]')?.children ?? [])];
    const known = items.some(({ id }) => document.getElementById(id));
    // More messages came than one page holds, so the list is loaded again.
    if (!known && items.length) list.replaceChildren();
    for (const item of items) {
      const old = document.getElementById(item.id);
      const mark = old?.querySelector('[data-mark]');
      if (!old) list.append(item);
      else if (mark) mark.textContent = item.querySelector('[data-mark]')?.textContent ?? '';
    }
    if (items.length) root.querySelector('[data-none]')?.remove();
    for (const counted of page.querySelectorAll<HTMLElement>('[data-waiting]')) {
      document.querySelector(`[data-waiting="${counted.dataset.waiting}"]`)?.replaceWith(counted);
    }
  };

  const shown = () => {
    const last = list.lastElementChild;
    return `${last?.id} ${last?.querySelector('[data-mark]')?.textContent === 'Read'}`;
  };

  let wait = usual;
  let timer = 0;
  const schedule = () => {
    clearTimeout(timer);
    timer = window.setTimeout(poll, wait);
  };
  const poll = async () => {
    // A hidden page marks nothing as read; `visibilitychange` polls at once.
    if (document.hidden) return;
    try {
      const answer = await fetch(`${root.dataset.conversation}?limit=1`, {
        headers: { Accept: 'application/json' },
      });
      if (answer.status === 404) return;
      if (answer.status === 401) {
        showToast({ kind: 'error', title: 'Unauthorized', text: (await answer.json()).message });
        return leaveFor(`/auth?tab=sign-in&next=${encodeURIComponent(location.pathname)}`, 500);
      }
      if (!answer.ok) throw new Error(answer.statusText);
      const [newest] = (await answer.json()) as { id: number; isRead: boolean }[];
      if (newest && `message-${newest.id} ${newest.isRead}` !== shown()) {
        const { response, page } = await fetched(location.pathname);
        if (!response.ok) throw new Error(response.statusText);
        mergeMessages(page);
      }
      wait = usual;
    } catch {
      wait = Math.min(2 * wait, longest);
    }
    schedule();
  };
  const pollNow = () => {
    wait = usual;
    poll();
  };
  document.addEventListener('visibilitychange', pollNow);
  addEventListener('online', pollNow);
  schedule();

  const send = async (form: HTMLFormElement, button: HTMLButtonElement | null) => {
    const text = textOf();
    const body = new FormData(form);
    if (text) text.readOnly = true;
    if (button) {
      button.disabled = true;
      button.textContent = button.dataset.pending ?? '';
    }
    try {
      const { response, page } = await fetched(form.action, { method: 'POST', body });
      const answer = page.querySelector('[data-answer]');
      if (isSignedOut({ response, page }) || !answer) throw new Error(response.statusText);
      mergeMessages(page);
      place.replaceChildren(...answer.childNodes);
      say();
      if (response.ok) draft.write('');
      const summary = place.querySelector<HTMLElement>('[data-error-summary]');
      (summary ?? textOf())?.focus();
    } catch {
      say('Your message was not sent. Your text is still here: please try again.');
      if (text) text.readOnly = false;
      if (button) {
        button.disabled = false;
        button.textContent = 'Try again';
      }
    }
  };
  root.addEventListener('submit', (event) => {
    const form = event.target as HTMLFormElement;
    if (!form.matches('[data-write]')) return;
    event.preventDefault();
    const button = event.submitter as HTMLButtonElement | null;
    if (!button?.disabled) send(form, button);
  });
}

/** The draft for this tab, member and address. */
function draftOf(place: string) {
  const key = `draft ${place}`;
  return {
    read() {
      try {
        return sessionStorage.getItem(key) ?? '';
      } catch {
        return '';
      }
    },
    write(text: string) {
      try {
        if (text) sessionStorage.setItem(key, text);
        else sessionStorage.removeItem(key);
      } catch {
        // Storage is off or full.
      }
    },
  };
}
