import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/** What axe holds against a page as it stands; `except` is not looked at (Stripe's frame is Stripe's). */
export async function axeErrors(page: Page, except: string[] = []): Promise<string[]> {
  // Its usual way opens a page more for each look, for the sake of frames that our pages do not have.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });
  for (const selector of except) axe.exclude(selector);
  const { violations } = await axe
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze();
  const wrong: string[] = [];
  for (const { id, nodes } of violations) {
    for (const { target, failureSummary } of nodes) {
      if (id === 'button-name' && (await isNamed(page, String(target)))) continue;
      wrong.push(`${id} ${target} ${failureSummary}`);
    }
  }
  return wrong;
}

/** axe does not know of words that CSS writes (`ui/two-words.tsx`), which browsers tell like all others. */
async function isNamed(page: Page, target: string) {
  const named = page.getByRole('button', { name: /\S/ });
  return (await page.locator(target).and(named).count()) > 0;
}
