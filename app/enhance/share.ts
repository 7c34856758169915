import { on } from './on.ts';
import { tell } from './toast.ts';

/** Opens the device's share sheet, else copies the link; where neither works the plain panel opens. */
export function startShares() {
  on('click', '[data-share] > summary', async (event, summary) => {
    const panel = summary.parentElement as HTMLDetailsElement;
    const { share: url = '', shareTitle: title } = panel.dataset;
    if (panel.open || !(navigator.share || navigator.clipboard)) return;
    event.preventDefault();
    try {
      if (navigator.share) return await navigator.share({ url, title });
      await navigator.clipboard.writeText(url);
      tell({ kind: 'success', title: 'Link copied', text: 'Share link copied to clipboard' });
    } catch (error) {
      // Whoever closes the sheet meant it.
      if ((error as Error).name !== 'AbortError') panel.open = true;
    }
  });
}
