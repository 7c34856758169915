import { expect, signIn, signUp, test } from '../journey.ts';
import { called } from '../tasks/by-call.ts';
import { button, link, main } from '../tasks/task.ts';

/** A free technique with a video, of a creator for whom no journey publishes. */
const withVideo = async (page: Parameters<typeof main>[0]) => {
  const answer = await page.request.get('/api/content?search=scissor+sweep');
  const all = (await answer.json()) as { id: number; contentType: string }[];
  const found = all.find(({ contentType }) => contentType === 'mixed');
  expect(found).toBeDefined();
  return `/content/${found?.id}`;
};

test('a member goes on where they left a video: on home, card, item and in the history', async ({ page }) => {
  await signUp(page);
  const item = await withVideo(page);
  await page.goto(item);
  await expect(link(page, /^Continue at/)).toHaveCount(0);
  await called(page, 'PUT', `/api${item}/progress`, { seconds: 2 });
  await page.reload();
  const go = link(page, 'Continue at 0:02');
  await expect(go).toHaveAttribute('href', `${item}?t=2#video`);
  await page.goto('/dashboard');
  const begun = main(page).getByRole('region', { name: 'Continue' });
  await expect(begun.getByRole('link', { name: /^Continue at 0:02/ })).toHaveAttribute(
    'href',
    `${item}?t=2#video`,
  );
  await begun.getByRole('link', { name: 'Your history' }).click();
  await expect(main(page).locator('li').first()).toContainText('Continue at 0:02');
  await link(page, /^Continue at 0:02/).click();
  await expect(page).toHaveURL(`${item}?t=2#video`);
  await expect(page.locator('#video source').first()).toHaveAttribute('src', /#t=2$/);
});

test('the player tells where it is paused, and offers that moment for a note', { tag: '@scripts' }, async ({
  page,
  javaScriptEnabled,
}) => {
  test.skip(!javaScriptEnabled, 'without scripts the ranges that the player reads tell it');
  await signUp(page);
  const item = await withVideo(page);
  await page.goto(`${item}/study`);
  await page.waitForLoadState('networkidle');
  const report = page.waitForRequest(
    (request) => request.method() === 'PUT' && request.postData() === '{"seconds":3}',
  );
  // Not every browser plays the file, so the player's events are sent by hand.
  await page.locator('#video video').evaluate((video: HTMLVideoElement) => {
    const at = (seconds: number) =>
      Object.defineProperty(video, 'currentTime', { value: seconds, configurable: true });
    at(0);
    video.dispatchEvent(new Event('play'));
    at(3.7);
    video.dispatchEvent(new Event('pause'));
  });
  await report;
  const field = page.getByLabel('At', { exact: true });
  await expect(field).toHaveValue('0:03');
  await page.getByLabel('Note', { exact: true }).fill('Here the elbow is hidden.');
  await button(page, 'Save note').click();
  await expect(main(page).locator('#notes ~ ul')).toContainText('0:03');
  await expect
    .poll(() =>
      called<{ seconds: number }>(page, 'GET', `/api${item}/progress`).then(({ seconds }) => seconds),
    )
    .toBe(3);
});

test('notes are private, and stay beside their moment', async ({ page, elsewhere }) => {
  await signUp(page);
  const item = await withVideo(page);
  await page.goto(`${item}/study?t=4`);
  const field = page.getByLabel('At', { exact: true });
  await expect(field).toHaveValue('0:04');
  await page.getByLabel('Note', { exact: true }).fill('Knee first');
  await field.fill('9:59:59');
  await button(page, 'Save note').click();
  await expect(main(page)).toContainText('The video ends at');
  await expect(page.getByLabel('Note', { exact: true })).toHaveValue('Knee first');
  await field.fill('0:01');
  await button(page, 'Save note').click();
  const note = main(page).locator('#notes ~ ul li');
  await expect(note).toContainText('Knee first');
  await expect(note.getByRole('link', { name: /0:01/ })).toHaveAttribute('href', `${item}/study?t=1#video`);
  const other = await elsewhere();
  await signUp(other);
  await other.goto(`${item}/study`);
  await expect(main(other)).not.toContainText('Knee first');
});

test('a locked technique is not studied, and says what opens it', async ({ page, site }) => {
  await signIn(page, 'free@example.com');
  const answer = await page.request.get(`${site}/api/content?tier=vip&limit=1`);
  const [{ id }] = (await answer.json()) as [{ id: number }];
  await page.goto(`/content/${id}/study`);
  await expect(page.getByLabel('Note', { exact: true })).toHaveCount(0);
  await expect(main(page).locator('video')).toHaveCount(0);
  await expect(main(page).getByRole('heading', { level: 2 }).first()).toBeVisible();
  const refused = await page.request.post(`/api/content/${id}/notes`, { data: { text: 'x' } });
  expect(refused.status()).toBe(403);
});
