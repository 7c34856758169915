import { writeFileSync } from 'node:fs';
import { videoOf } from '../../support/media/sample-files.ts';
import { expect, signUp, test } from '../journey.ts';
import { describeIt, hasScripts, megabyte, share } from './upload-page.ts';

// A browser reads the answer only when it has sent the whole form, so the site must let it send (ADR-041).
for (const megabytes of [2, 8, 60]) {
  test(`a form with ${megabytes} MB whose session ended leads to the sign-in`, async ({ page }, info) => {
    await signUp(page);
    await page.goto('/upload');
    await page.context().clearCookies();
    const video = info.outputPath('roll.mp4');
    writeFileSync(video, videoOf(megabytes * megabyte));
    await page.getByLabel('Choose Files').setInputFiles(video);
    await describeIt(page, 'Sent too late');
    if (hasScripts(info)) {
      await expect(page.locator('.sending li')).toContainText('Try again');
    }
    await share(page);
    await expect(page).toHaveURL(/\/auth\?tab=sign-in&next=%2Fupload/, { timeout: 20_000 });
    await expect(page.getByText('Please log in to share your techniques.')).toBeVisible();
    // The closed connection does not disturb the next request.
    await page.goto('/discover');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  });
}
