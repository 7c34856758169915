import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import type axe from 'axe-core';

const source = readFileSync('node_modules/axe-core/axe.min.js', 'utf8');

const options: axe.RunOptions = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  resultTypes: ['violations'],
};

/** The violations that axe finds on the page as it is. `except` is left out (Stripe's frame). */
export async function axeErrors(page: Page, except: string[] = []): Promise<string[]> {
  // A document that was checked before has axe already. Loading it takes a third of the time of a check.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source);
  const found = await page.evaluate(
    async ({ exclude, options }) => {
      const { violations } = await (window as unknown as { axe: typeof axe }).axe.run({ exclude }, options);
      return violations.flatMap(({ id, nodes }) =>
        nodes.map(({ target, failureSummary }) => ({ id, target: String(target), failureSummary })),
      );
    },
    { exclude: except, options },
  );
  const wrong: string[] = [];
  for (const { id, target, failureSummary } of found) {
    if (id === 'button-name' && (await isNamed(page, target))) continue;
    wrong.push(`${id} ${target} ${failureSummary}`);
  }
  return wrong;
}

/** axe does not know text that CSS writes (`ui/two-words.tsx`), which browsers read aloud. */
async function isNamed(page: Page, target: string) {
  const named = page.getByRole('button', { name: /\S/ });
  return (await page.locator(target).and(named).count()) > 0;
}
