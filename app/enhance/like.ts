import { on } from './on.ts';
import { leaveFor, tell } from './toast.ts';

/** Likes without a reload: shown at once, set right by the answer, taken back when there is none. */
export function startLikes() {
  on('submit', 'form[data-like]', async (event, element) => {
    event.preventDefault();
    const form = element as HTMLFormElement;
    const body = new URLSearchParams([...new FormData(form)].map(([name, value]) => [name, `${value}`]));
    const wanted = body.get('liked') === '1';
    const likes = Number(form.querySelector<HTMLElement>('[data-count]')?.dataset.count);
    const hadFocus = form.contains(document.activeElement);
    const back = () => show(form, !wanted, likes);
    show(form, wanted, likes + (wanted ? 1 : -1), true);
    try {
      const answer = await fetch(form.action, {
        method: 'POST',
        body,
        headers: { Accept: 'application/json' },
        keepalive: true,
      });
      if (answer.status === 401) {
        back();
        tell({ kind: 'error', title: 'Sign in required', text: 'Please sign in to like content' });
        leaveFor(`/auth?tab=sign-in&next=${encodeURIComponent(body.get('back') ?? '/')}`, 1000);
      } else {
        const { ok, toast, data } = await answer.json();
        if (!ok) throw new Error(answer.statusText);
        show(form, data.liked, data.likes);
        tell(toast);
      }
    } catch {
      back();
      tell({ kind: 'error', title: 'Error', text: 'Failed to like content' });
    }
    if (hadFocus) form.querySelector('button')?.focus();
  });
}

/** The same item may stand in several lists of a page. */
function show({ dataset }: HTMLElement, liked: boolean, likes: number, isPending = false) {
  for (const form of document.querySelectorAll<HTMLFormElement>(`form[data-like="${dataset.like}"]`)) {
    const button = form.querySelector('button');
    const count = form.querySelector<HTMLElement>('[data-count]');
    const field = form.elements.namedItem('liked') as HTMLInputElement | null;
    if (field) field.value = liked ? '0' : '1';
    if (button) {
      button.ariaPressed = `${liked}`;
      button.disabled = isPending;
    }
    if (count) {
      count.dataset.count = `${likes}`;
      // As ui/number.ts writes it; importing that would split this script into two files.
      const short = { notation: 'compact', maximumFractionDigits: 1 } as const;
      count.textContent = new Intl.NumberFormat('en-US', likes < 10_000 ? {} : short).format(likes);
    }
  }
}
