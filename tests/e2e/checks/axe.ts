import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/** The violations that axe finds on the page as it is. `except` is left out (Stripe's frame). */
export async function axeErrors(page: Page, except: string[] = []): Promise<string[]> {
  // Its usual mode opens an extra page each time, for frames that our pages do not have.
  const axe = new AxeBuilder({ page, ...((await hasAxe(page)) && { axeSource: ';' }) })
    .setLegacyMode()
    .options({ resultTypes: ['violations'] });
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

/** A document that was checked before has axe already. Loading it takes longer than checking. */
async function hasAxe(page: Page) {
  return page.frames().length === 1 && (await page.evaluate(() => 'axe' in window));
}

/** axe does not know text that CSS writes (`ui/two-words.tsx`), which browsers read aloud. */
async function isNamed(page: Page, target: string) {
  const named = page.getByRole('button', { name: /\S/ });
  return (await page.locator(target).and(named).count()) > 0;
}
