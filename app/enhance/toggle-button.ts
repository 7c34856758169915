import { encoded } from './fetched.ts';
import { on } from './on.ts';
import { leaveFor, type Message, showToast } from './toast.ts';

/** Likes and follows without a reload: shown at once, then corrected or undone by the answer. */
export function startToggleButtons() {
  on('submit', 'form[data-toggle]', async (event, element) => {
    event.preventDefault();
    const form = element as HTMLFormElement;
    if (form.querySelector('[aria-disabled]')) return;
    const { toggle = '', counted = '', failure: text } = form.dataset;
    const body = encoded(new FormData(form));
    const wanted = body.get(toggle) === '1';
    const step = wanted ? 1 : -1;
    const back = () => {
      show(form, !wanted, (count) => count - step);
      recount(toggle, (count) => count - step);
    };
    let message: Message = { kind: 'error', title: 'Error', text };
    show(form, wanted, (count) => count + step, true);
    recount(toggle, (count) => count + step);
    try {
      const answer = await fetch(form.action, {
        method: 'POST',
        body,
        headers: { Accept: 'application/json' },
        keepalive: true,
      });
      const { ok, toast, data } = await answer.json();
      message = toast ?? message;
      if (ok) show(form, data[toggle], () => data[counted]);
      else back();
      if (answer.status === 401) {
        // A visitor has more to read than a member whose session has ended.
        const delay = message.title === 'Unauthorized' ? 500 : 1000;
        leaveFor(`/auth?tab=sign-in&next=${encodeURIComponent(body.get('back') ?? '/')}`, delay);
      }
    } catch {
      back();
    }
    showToast(message);
  });
}

/** One item may appear several times on a page; all its forms have the same address. */
function show(form: HTMLFormElement, isOn: boolean, change: (count: number) => number, isPending = false) {
  const address = form.getAttribute('action') ?? '';
  for (const each of document.querySelectorAll<HTMLFormElement>(`form[action="${address}"]`)) {
    const button = each.querySelector('button');
    const field = each.elements.namedItem(form.dataset.toggle ?? '') as HTMLInputElement | null;
    if (field) field.value = isOn ? '0' : '1';
    if (button) {
      const label = button.querySelector<HTMLElement>('[data-other]');
      if (label && button.ariaPressed !== `${isOn}`) {
        [label.textContent, label.dataset.other] = [label.dataset.other ?? '', label.textContent];
      }
      button.ariaPressed = `${isOn}`;
      button.ariaDisabled = isPending ? 'true' : null;
    }
  }
  recount(address, change);
}

function recount(of: string, change: (count: number) => number) {
  for (const element of document.querySelectorAll<HTMLElement>(`[data-of="${of}"]`)) {
    const count = change(Number(element.dataset.count));
    element.dataset.count = `${count}`;
    // The format of ui/number.ts; importing that would split this script into two files.
    const short = { notation: 'compact', maximumFractionDigits: 1 } as const;
    element.textContent = new Intl.NumberFormat('en-US', count < 10_000 ? {} : short).format(count);
  }
}
