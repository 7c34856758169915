import { on } from './on.ts';
import { showToast } from './toast.ts';

/** Opens the device's share sheet, else copies the link, else opens the panel (E2.73, E2.74). */
export function startShares() {
  on('click', '[data-share] > summary', async (event, summary) => {
    const panel = summary.parentElement as HTMLDetailsElement;
    const { share: url = '' } = panel.dataset;
    const title = summary.textContent?.replace('Share ', '');
    if (panel.open || !(navigator.share || navigator.clipboard)) return;
    event.preventDefault();
    try {
      if (navigator.share) return await navigator.share({ url, title });
      await navigator.clipboard.writeText(url);
      showToast({ kind: 'success', title: 'Link copied', text: 'Share link copied to clipboard' });
    } catch (error) {
      // Closing the sheet is no failure (E2.75).
      if ((error as Error).name !== 'AbortError') panel.open = true;
    }
  });
}
