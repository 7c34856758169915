import type { ServerResponse } from 'node:http';
import { beforeEach, expect, test } from 'vitest';
import { documentOf, enhancedSite } from '../../tests/support/browser/enhanced.tsx';
import { Button, ButtonLink } from '../ui/button.tsx';
import { ConfirmPage, DialogPage } from '../ui/dialog-page.tsx';
import { ErrorSummary } from '../ui/error-summary.tsx';

const site = enhancedSite();
let sent: ServerResponse[] = [];

/** An item page with two links to dialogs: one asks before it deletes, one takes a review. */
beforeEach(() => {
  sent = [];
  const links = ['delete', 'rate'].map((act) => (
    <a key={act} href={`/content/7/${act}`} data-dialog="">
      {act}
    </a>
  ));
  site.page('/content/7', () => documentOf(links));
  site.page('/content/7/delete', () =>
    documentOf(<ConfirmPage title="Delete?" text="For good." confirm="Delete it" cancel="/content/7" />),
  );
  site.page('/content/7/rate', () => documentOf(<RatePage />));
  for (const act of ['delete', 'rate']) {
    site.answer(`POST /content/7/${act}`, (_, response) => sent.push(response));
  }
});

const RatePage = ({ errors }: { errors?: Record<string, string[]> }) => (
  <DialogPage title="Rate">
    <form method="post" action="/content/7/rate">
      <ErrorSummary errors={errors} />
      <textarea name="review" aria-label="Review" />
      <Button pending="Saving...">Submit rating</Button>
      <ButtonLink href="/content/7" data-dialog-close="">
        Cancel
      </ButtonLink>
    </form>
  </DialogPage>
);

async function opened(act: string) {
  const { page, errors } = await site.open('/content/7');
  await page.getByRole('link', { name: act }).click();
  const dialog = page.getByRole('dialog');
  await dialog.waitFor();
  return { page, errors, dialog, focused: () => page.evaluate(() => document.activeElement?.textContent) };
}

test('pressing Enter twice deletes nothing; a form focuses its first field', async () => {
  const { page, dialog, focused } = await opened('delete');
  expect(await focused()).toBe('Cancel');
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'detached' });
  expect(sent).toEqual([]);
  const rating = await opened('rate');
  expect(await rating.page.evaluate(() => document.activeElement?.tagName)).toBe('TEXTAREA');
});

test('a click beside a dialog closes it, but not after typing; Escape always closes it', async () => {
  const { page, dialog } = await opened('rate');
  await page.mouse.click(5, 5);
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('link', { name: 'rate' }).click();
  await dialog.getByRole('textbox').fill('The grips are finally clear.');
  await page.mouse.click(5, 5);
  // A click that closes a dialog closes it before it is over; only the event comes later.
  expect(await dialog.evaluate((element: HTMLDialogElement) => element.open)).toBe(true);
  expect(await dialog.getByRole('textbox').inputValue()).toBe('The grips are finally clear.');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
});

test('while a form is being sent its button says so, keeps the focus, and cannot send it again', async () => {
  const { page, dialog, focused, errors } = await opened('rate');
  const button = dialog.getByRole('button');
  await button.focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => sent.length).toBe(1);
  expect([await button.textContent(), await button.getAttribute('aria-disabled')]).toEqual([
    'Saving...',
    'true',
  ]);
  expect(await focused()).toBe('Saving...');
  await page.keyboard.press('Enter');
  await page.mouse.click(5, 5);
  sent[0]?.writeHead(502).end();
  await dialog.getByRole('alert').waitFor();
  expect([await button.textContent(), await button.getAttribute('aria-disabled')]).toEqual([
    'Submit rating',
    null,
  ]);
  expect(await focused()).toBe('Submit rating');
  expect(sent.length).toBe(1);

  await page.keyboard.press('Enter');
  await expect.poll(() => sent.length).toBe(2);
  sent[1]?.writeHead(422, { 'content-type': 'text/html' });
  sent[1]?.end(documentOf(<RatePage errors={{ review: ['Too long.'] }} />));
  await dialog.getByText('Too long.').waitFor();
  expect(await button.textContent()).toBe('Submit rating');
  await button.click();
  await expect.poll(() => sent.length).toBe(3);
  expect(errors).toEqual([]);
});

test('an error that arrives after its dialog was closed is shown on the page', async () => {
  const { page, dialog } = await opened('rate');
  await dialog.getByRole('button').click();
  await expect.poll(() => sent.length).toBe(1);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  sent[0]?.writeHead(502).end();
  await page.getByRole('alert').getByText('That did not work. Please try again.').waitFor();
});

test('one dialog at a time: while one loads its link says so, and the other link waits', async () => {
  const held: ServerResponse[] = [];
  site.answer('GET /content/7/rate', (_, response) => held.push(response));
  const { page, errors } = await site.open('/content/7');
  const [asked, rate] = ['delete', 'rate'].map((name) => page.getByRole('link', { name }));
  await rate?.click();
  await expect.poll(() => held.length).toBe(1);
  await asked?.click();
  expect([await rate?.getAttribute('aria-busy'), await asked?.getAttribute('aria-busy')]).toEqual([
    'true',
    null,
  ]);
  held[0]?.setHeader('content-type', 'text/html').end(documentOf(<RatePage />));
  await page.getByRole('dialog', { name: 'Rate' }).waitFor();
  expect(await page.locator('dialog').count()).toBe(1);
  expect(await rate?.getAttribute('aria-busy')).toBe(null);
  expect(errors).toEqual([]);
});

test('when the script never arrives, the link opens its page', async () => {
  const { page } = await site.open('/content/7', {
    prepare: (page) => page.route('**/open-dialog.js', (route) => route.abort()),
  });
  await page.getByRole('link', { name: 'delete' }).click();
  await page.waitForURL('**/content/7/delete');
  await page.getByRole('button', { name: 'Delete it' }).waitFor();
});
