import { expect, test } from 'vitest';
import { documentOf, enhancedSite } from '../../tests/support/browser/enhanced.tsx';
import { Button, ButtonLink } from '../ui/button.tsx';
import { DialogPage } from '../ui/dialog-page.tsx';
import { ErrorSummary } from '../ui/error-summary.tsx';

const site = enhancedSite();
let average = '';

/** An item page and a list, both with a link to the same small form; what it saves is shown on both. */
function furnish() {
  average = 'New';
  const rateLink = (stay?: string) => (
    <a href="/content/7/rate" data-dialog={stay ?? ''}>
      Rate This Content
    </a>
  );
  site.page('/content/7', () =>
    documentOf(
      <p>
        {average} {rateLink()}
      </p>,
      average === 'New' ? null : thanks,
    ),
  );
  site.page('/list', () =>
    documentOf(
      <>
        <article id="card-7">
          {average} {rateLink('stay')}
        </article>
        <input aria-label="Note" />
      </>,
    ),
  );
  site.page('/going', () => documentOf(rateLink()));
  site.page('/content/7/rate', () => documentOf(<RatePage />));
  site.answer('POST /content/7/rate', (request, response) => {
    if (request.body.includes('rating=5')) {
      average = '5.0 of 5';
      return response.writeHead(303, { location: '/content/7' }).end();
    }
    const page = documentOf(<RatePage isWrong />);
    response.writeHead(422, { 'content-type': 'text/html' }).end(page);
  });
}

const thanks = { kind: 'success' as const, title: 'Thank you!' };

const RatePage = ({ isWrong }: { isWrong?: boolean }) => (
  <DialogPage title="Rate">
    <form method="post" action="/content/7/rate">
      <ErrorSummary errors={isWrong ? { rating: ['Please select a star rating.'] } : null} />
      <input type="radio" name="rating" value="5" aria-label="5 stars" />
      <Button>Submit rating</Button>
      <ButtonLink href="/content/7" data-dialog-close="">
        Cancel
      </ButtonLink>
    </form>
  </DialogPage>
);

test('[E4.5] a link opens its page as a dialog; Cancel and Escape close it and the link has the focus again', async () => {
  furnish();
  const { page, errors } = await site.open('/content/7');
  const [link, dialog] = [
    page.getByRole('link', { name: 'Rate This Content' }),
    page.getByRole('dialog', { name: 'Rate' }),
  ];
  for (const close of [
    () => page.getByRole('link', { name: 'Cancel' }).click(),
    () => page.keyboard.press('Escape'),
  ]) {
    await link.click();
    await dialog.waitFor();
    await close();
    await dialog.waitFor({ state: 'detached' });
    expect(await link.evaluate((each) => each === document.activeElement)).toBe(true);
  }
  expect(page.url()).toMatch(/\/content\/7$/);
  expect(errors).toEqual([]);
});

test('[E2.93] [E4.5] an error is shown inside the dialog; success closes it, refreshes the page below and says so', async () => {
  furnish();
  const { page, errors } = await site.open('/content/7');
  await page.locator('[data-toast]').evaluate((region) => region.setAttribute('data-same', ''));
  await page.getByRole('link', { name: 'Rate This Content' }).click();
  await page.getByRole('button', { name: 'Submit rating' }).click();
  await page.getByRole('dialog').getByText('Please select a star rating.').waitFor();
  expect(await page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('alert');
  await page.getByRole('radio', { name: '5 stars' }).check();
  await page.getByRole('button', { name: 'Submit rating' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.locator('[data-toast][data-same]').getByText('Thank you!').waitFor();
  expect(await page.locator('main').textContent()).toContain('5.0 of 5');
  expect(await page.locator('main').count()).toBe(1);
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Rate This Content');
  expect(errors).toEqual([]);
});

test('from a list the member stays on the list, and only the card is rendered again', async () => {
  furnish();
  const { page } = await site.open('/list');
  await page.getByRole('textbox', { name: 'Note' }).fill('kept');
  await page.getByRole('link', { name: 'Rate This Content' }).click();
  await page.getByRole('radio', { name: '5 stars' }).check();
  await page.getByRole('button', { name: 'Submit rating' }).click();
  await page.locator('#card-7').getByText('5.0 of 5').waitFor();
  await page.getByText('Thank you!').waitFor();
  expect(page.url()).toMatch(/\/list$/);
  expect(await page.getByRole('textbox', { name: 'Note' }).inputValue()).toBe('kept');
});

test('a video below the dialog goes on playing while the page around it is rendered again', async () => {
  furnish();
  site.page('/content/7', () =>
    documentOf(
      <article>
        <figure className="video">Video</figure>
        <div>
          {average}
          <a href="/content/7/rate" data-dialog="">
            Rate This Content
          </a>
        </div>
      </article>,
      average === 'New' ? null : thanks,
    ),
  );
  const { page, errors } = await site.open('/content/7');
  await page.locator('.video').evaluate((video) => video.setAttribute('data-same', ''));
  await page.getByRole('link', { name: 'Rate This Content' }).click();
  await page.getByRole('radio', { name: '5 stars' }).check();
  await page.getByRole('button', { name: 'Submit rating' }).click();
  await page.locator('main').getByText('5.0 of 5').waitFor();
  await page.locator('[data-toast]').getByText('Thank you!').waitFor();
  expect(await page.locator('.video[data-same]').count()).toBe(1);
  expect(await page.locator('main').count()).toBe(1);
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Rate This Content');
  expect(errors).toEqual([]);
});

test('when nothing below has changed, only the toast is added', async () => {
  furnish();
  site.page('/talk', () =>
    documentOf(
      <>
        <a href="/content/7/rate" data-dialog="toast">
          Rate This Content
        </a>
        <textarea aria-label="Answer" />
      </>,
    ),
  );
  const { page } = await site.open('/talk');
  await page.getByRole('textbox', { name: 'Answer' }).fill('half a sentence');
  await page.getByRole('link', { name: 'Rate This Content' }).click();
  await page.getByRole('radio', { name: '5 stars' }).check();
  await page.getByRole('button', { name: 'Submit rating' }).click();
  await page.getByText('Thank you!').waitFor();
  expect(page.url()).toMatch(/\/talk$/);
  expect(await page.getByRole('textbox', { name: 'Answer' }).inputValue()).toBe('half a sentence');
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Rate This Content');
});

test('a form that redirects is followed, and its toast is shown there', async () => {
  furnish();
  const { page } = await site.open('/going');
  await page.getByRole('link', { name: 'Rate This Content' }).click();
  // The toast was in the answer to the script's own request, as the flash cookie is.
  const received = new Promise<void>((done) => {
    site.answer('GET /content/7', (_, response) => {
      site.page('/content/7', () => documentOf(<p>The item</p>));
      response.setHeader('content-type', 'text/html').end(documentOf(<p>The item</p>, thanks));
      done();
    });
  });
  await page.getByRole('radio', { name: '5 stars' }).check();
  await page.getByRole('button', { name: 'Submit rating' }).click();
  await received;
  await page.waitForURL('**/content/7');
  await page.getByText('Thank you!').waitFor();
  await page.reload();
  expect(await page.locator('[data-toast]').textContent()).toBe('');
});

/** Opens the page, as its reader is signed out, and asks for the dialog. */
async function askedSignedOut() {
  furnish();
  site.answer('GET /content/7/rate', (_, response) =>
    response.writeHead(303, { location: '/auth?next=x' }).end(),
  );
  site.page('/auth', () =>
    documentOf(<h1>Sign in</h1>, {
      kind: 'error',
      title: 'Unauthorized',
      text: 'You are logged out. Logging in again...',
    }),
  );
  const delays: string[] = [];
  const { page } = await site.open('/content/7', {
    prepare: async (page) => {
      page.on('console', (message) => delays.push(message.text()));
      await page.addInitScript(`const plain = setTimeout;
        window.setTimeout = (act, ms, ...rest) => (ms && console.log('waits', ms), plain(act, ms, ...rest));`);
    },
  });
  await page.getByRole('link', { name: 'Rate This Content' }).click();
  return { page, delays };
}

test('[C8.2] [E2.50] a session that ended meanwhile: the dialog says so, then the browser goes to sign-in', async () => {
  const { page } = await askedSignedOut();
  await page.getByRole('alert').getByText('You are logged out. Logging in again...').waitFor();
  expect(page.url()).toMatch(/\/content\/7$/);
  expect(await page.getByRole('alert').textContent()).toContain('Unauthorized');
  await page.waitForURL('**/auth?next=x');
});

test('[E9.15] [C4.2] [C8.3] [C9.8] a session that ended meanwhile: the browser goes to sign-in after 500 ms', async () => {
  const { page, delays } = await askedSignedOut();
  await page.waitForURL('**/auth?next=x');
  // The next page waits for everything else.
  expect(delays[0]).toBe('waits 500');
});

test('a page without a dialog is opened as a page, also when the connection fails', async () => {
  furnish();
  site.page('/content/7/rate', () => documentOf(<h1>Not today</h1>));
  const { page } = await site.open('/content/7');
  await page.getByRole('link', { name: 'Rate This Content' }).click();
  await page.getByRole('heading', { name: 'Not today' }).waitFor();
  await page.waitForURL('**/content/7/rate');
});

test('a form that fails to arrive stays open and keeps what was typed', async () => {
  furnish();
  site.answer('POST /content/7/rate', (_, response) => response.destroy());
  const { page, errors } = await site.open('/content/7');
  await page.getByRole('link', { name: 'Rate This Content' }).click();
  await page.getByRole('radio', { name: '5 stars' }).check();
  await page.getByRole('button', { name: 'Submit rating' }).click();
  const dialog = page.getByRole('dialog');
  // In the dialog, because screen readers skip the page below while it is open.
  await dialog.getByRole('alert').getByText('That did not work. Please try again.').waitFor();
  expect(await dialog.getByRole('radio', { name: '5 stars' }).isChecked()).toBe(true);
  const submit = dialog.getByRole('button', { name: 'Submit rating' });
  expect(await submit.evaluate((button) => button === document.activeElement)).toBe(true);
  await submit.click();
  await expect.poll(() => dialog.getByRole('alert').count()).toBe(1);
  expect(errors).toEqual([]);
});

test('when the element that opened a dialog is gone, the main part has the focus, also after a toast is dismissed', async () => {
  furnish();
  const { page } = await site.open('/content/7');
  const focused = () => page.evaluate(() => document.activeElement?.id);
  await page.getByRole('link', { name: 'Rate This Content' }).click();
  site.page('/content/7', () => documentOf(<p>It is gone</p>, thanks));
  await page.getByRole('radio', { name: '5 stars' }).check();
  await page.getByRole('button', { name: 'Submit rating' }).click();
  await page.getByText('It is gone').waitFor();
  await expect.poll(focused).toBe('main');
  const dismiss = page.getByRole('link', { name: 'Dismiss' });
  await dismiss.focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => dismiss.isVisible()).toBe(false);
  expect(await focused()).toBe('main');
});
