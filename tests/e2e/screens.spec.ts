import { lostWithForcedColors } from './checks/forced-colors.ts';
import { smallOf } from './checks/targets.ts';
import { counted } from './checks/transfers.ts';
import { lookAt, markupErrors } from './checks/visual-checks.ts';
import { expectLight } from './checks/weight.ts';
import { joined, troubles } from './checks/words-alone.ts';
import { expect, test } from './journey.ts';
import { addressOf, comeAs, type Role, screens } from './screens.ts';

test.describe.configure({ timeout: 420_000 });
test.skip(({ javaScriptEnabled }) => !javaScriptEnabled, 'the documents are the same');

/** The gate looks at what most people see; `bin/test all` at the screens of all roles. */
const inGate: Role[] = ['visitor', 'member'];

// One visit serves every check, because opening a screen takes longer than most of them.
for (const role of Object.keys(screens) as Role[]) {
  test(`every screen of a ${role} is valid, readable, fits, is light, and all its controls can be reached`, {
    tag: inGate.includes(role) ? [] : '@all',
  }, async ({ page, site }) => {
    // A page of its own, whose policy allows taking a document apart.
    const reader = await page.context().newPage();
    await comeAs(page, role, site);
    const line = await counted(page);
    for (const [place, screen] of screens[role].entries()) {
      const address = await addressOf(page, screen);
      // Wide again, because the check before may have ended with another size.
      await page.setViewportSize({ width: 1280, height: 900 });
      await line.begin();
      const answer = await page.goto(address);
      const html = (await answer?.text()) ?? '';
      expect.soft(new URL(page.url()).pathname, 'stays there').toBe(address.replace(/\?.*/, ''));
      expect.soft(await markupErrors(html), `markup of ${address}`).toEqual([]);
      expect.soft(await reader.evaluate(troubles, html), `in words alone: ${address}`).toEqual([]);
      expect.soft(await reader.evaluate(joined, html), `in words alone: ${address}`).toEqual([]);
      await lookAt(page, address);
      expect.soft(await smallOf(page), `smaller than a finger on ${address}`).toEqual([]);
      // The limits of visitors are lower: weight.spec.ts measures what they load.
      if (role !== 'visitor') {
        await expect.poll(line.underWay, `what ${address} loads`).toEqual([]);
        expectLight(line.loaded(), address);
      }
      for (const width of place === 0 ? [1280, 375] : [1280]) {
        await page.setViewportSize({ width, height: 800 });
        // The check before leaves its marks on the page.
        if (width === 375) await page.goto(address);
        const lost = await lostWithForcedColors(page);
        expect.soft(lost, `with forced colours, ${width} px: ${address}`).toEqual([]);
      }
    }
  });
}

test('with forced colours every part of the style guide stays visible', async ({ page }) => {
  await page.goto('/styleguide');
  expect(await lostWithForcedColors(page)).toEqual([]);
});
