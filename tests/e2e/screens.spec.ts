import { expect, test } from './journey.ts';
import { lookAt, markupErrors } from './looked.ts';
import { addressOf, comeAs, type Role, screens } from './screens.ts';

test.describe.configure({ timeout: 240_000 });

for (const role of Object.keys(screens) as Role[]) {
  test(`every screen of a ${role} is valid, within reach and fits`, async ({
    page,
    site,
    javaScriptEnabled,
  }) => {
    test.skip(!javaScriptEnabled, 'the documents are the same');
    await comeAs(page, role, site);
    for (const screen of screens[role]) {
      const address = await addressOf(page, screen);
      // Wide again, whatever the look at the one before ended with.
      await page.setViewportSize({ width: 1280, height: 900 });
      const answer = await page.goto(address);
      expect.soft(new URL(page.url()).pathname, 'stays there').toBe(address.replace(/\?.*/, ''));
      expect.soft(await markupErrors((await answer?.text()) ?? ''), `markup of ${address}`).toEqual([]);
      await lookAt(page, address);
    }
  });
}
