import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { expect, phoneOrDesktop, publish, signUp, signUpByForm, test } from './journey.ts';
import { called } from './tasks/by-call.ts';
import { unique } from './tasks/task.ts';

const main = (page: Page) => page.locator('main');
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first().click();
const follow = (page: Page, name: string | RegExp) => main(page).getByRole('link', { name }).first().click();
const question = (page: Page) => page.getByLabel('Your question or comment');

test.use(phoneOrDesktop);

/** A free item whose page plays a video of some seconds. */
async function withVideo(page: Page): Promise<string> {
  await signUp(page);
  const files = {
    name: 'roll.webm',
    mimeType: 'video/webm',
    buffer: readFileSync('app/demo/clips/bridge-and-roll.webm'),
  };
  const details = { title: `Trap and roll ${unique()}`, category: 'technique', tier: 'free' };
  const made = await page.request.post('/api/content', { multipart: { ...details, files } });
  expect(made.status()).toBe(201);
  return `/content/${((await made.json()) as { id: number }).id}`;
}

/** Opens a notification, which a job writes soon. */
async function openNotice(page: Page, name: string | RegExp) {
  const line = main(page).getByRole('link', { name }).first();
  await expect(async () => {
    await page.goto('/notifications');
    await expect(line).toBeVisible({ timeout: 100 });
  }).toPass({ timeout: 20_000, intervals: [300] });
  await line.click();
}

test('a question at a moment is asked, answered, pinned and found again', async ({
  page: fan,
  elsewhere,
}) => {
  test.slow();
  const item = await withVideo(await elsewhere());
  const visitor = await elsewhere();
  await visitor.goto(`${item}/comments`);
  await expect(question(visitor)).toHaveCount(0);
  await follow(visitor, 'Sign in to write a comment');
  await expect(visitor).toHaveURL(/\/auth\?tab=sign-in&next=/);

  await signUpByForm(fan, `/auth?tab=sign-up&next=${encodeURIComponent(`${item}/comments`)}`);
  await fan.goto(`${item}/comments?t=1`);
  const moment = fan.getByLabel('About this moment of the video (optional)');
  await expect(moment).toHaveValue('0:01');
  await press(fan, /^Send$/);
  await expect(fan.getByRole('alert').filter({ hasText: 'Please write something.' })).toBeVisible();
  await expect(moment).toHaveValue('0:01');
  const words = `Which hand first? ${unique()}`;
  await question(fan).fill(`${words}\n<b>Thanks</b>`);
  await moment.fill('9:59:59');
  await press(fan, /^Send$/);
  await expect(fan.getByRole('alert').filter({ hasText: 'The video ends at' })).toBeVisible();
  await expect(question(fan)).toHaveValue(/Which hand first/);
  await moment.fill('0:01');
  await press(fan, /^Send$/);
  await expect(fan.getByText('Your comment is here')).toBeVisible();
  const asked = main(fan).getByRole('listitem').filter({ hasText: words });
  await expect(asked).toContainText('<b>Thanks</b>');
  await asked.getByRole('link', { name: 'At 0:01' }).click();
  await expect(fan).toHaveURL(new RegExp(`${item}\\?t=1#video$`));

  await visitor.goto(`${item}/comments`);
  await expect(main(visitor)).toContainText(words);
});

test('a question waits on the home of the creator until it is answered; its author can be blocked', async ({
  page: creator,
  elsewhere,
}) => {
  await signUp(creator);
  const item = await publish(creator, `Lockdown ${unique()}`);
  const fan = await elsewhere();
  const { username } = await signUp(fan);
  const words = `Which leg is over? ${unique()}`;
  await called(fan, 'POST', `/api${item}/comments`, { text: words, attempt: unique() });

  await creator.goto('/dashboard');
  const waiting = main(creator).getByRole('region', { name: 'Questions for you' });
  await waiting.getByRole('link', { name: '1 question' }).click();
  await follow(creator, words);
  await creator.getByLabel('Your answer').fill('The far one.');
  await press(creator, /^Send$/);
  await expect(main(creator)).toContainText('The far one.');
  await creator.goto('/dashboard');
  await expect(main(creator).getByRole('heading', { level: 1 })).toBeVisible();
  await expect(waiting).toHaveCount(0);

  await creator.goto(`${item}/comments`);
  await expect(main(creator)).toContainText(words);
  await main(creator)
    .getByRole('listitem')
    .filter({ hasText: words })
    .getByRole('link', { name: /Answer/ })
    .first()
    .click();
  await press(creator, /^Block /);
  await expect(creator.getByText('You blocked')).toBeVisible();
  await expect(main(creator)).not.toContainText(words);
  await creator.goto('/profile/blocked');
  await expect(main(creator)).toContainText(`@${username}`);
  await press(creator, /^Unblock/);
  await expect(main(creator)).toContainText('You have blocked no one');
});

test('the creator answers, pins and removes; a member edits and deletes', async ({
  page: creator,
  elsewhere,
}) => {
  test.slow();
  await signUp(creator);
  const title = `Kesa gatame ${unique()}`;
  const item = await publish(creator, title);
  const fan = await elsewhere();
  await signUp(fan);
  for (const text of ['First of all', 'Where is my hip?', 'Buy my course']) {
    await called(fan, 'POST', `/api${item}/comments`, { text });
  }
  const line = (page: Page, text: string) =>
    main(page).getByRole('listitem').filter({ hasText: text }).first();

  await openNotice(creator, `3 new comments on “${title}”`);
  await expect(creator.getByRole('heading', { level: 1 })).toHaveText('Questions and comments');
  await expect(main(creator)).toContainText('3 comments');
  await line(creator, 'Where is my hip?')
    .getByRole('link', { name: /^Answer/ })
    .click();
  await creator.getByLabel('Your answer').fill('On the mat, close to theirs.');
  await press(creator, /^Send$/);
  await expect(creator.getByText('Your answer is here')).toBeVisible();
  await follow(creator, /^All comments on/);
  await line(creator, 'First of all').getByRole('button', { name: /^Pin/ }).click();
  await expect(main(creator).getByRole('listitem').first()).toContainText('First of all');
  await line(creator, 'Buy my course')
    .getByRole('link', { name: /^Remove/ })
    .click();
  await press(creator, /^Remove$/);
  await expect(creator.getByText('Comment removed')).toBeVisible();
  await expect(main(creator)).not.toContainText('Buy my course');
  await expect(main(creator)).toContainText('3 comments');

  await openNotice(fan, /answered your comment/);
  await expect(main(fan)).toContainText('On the mat, close to theirs.');
  await expect(main(fan)).toContainText('Creator');
  await follow(fan, /^All comments on/);
  await line(fan, 'First of all').getByRole('link', { name: /^Edit/ }).click();
  await fan.getByRole('textbox', { name: 'Your comment' }).fill('First of all, thank you');
  await press(fan, 'Save');
  await expect(line(fan, 'First of all, thank you')).toContainText('edited');
  await line(fan, 'Where is my hip?')
    .getByRole('link', { name: /^Delete/ })
    .click();
  await press(fan, /^Delete$/);
  await expect(main(fan)).toContainText('Deleted by its author.');
  await expect(main(fan)).toContainText('On the mat, close to theirs.');

  await follow(creator, 'Who may write on your techniques');
  await creator.getByRole('radio', { name: 'Only you' }).check();
  await press(creator, 'Save');
  await expect(creator.getByText('Applies to all your techniques.')).toBeVisible();
  await fan.goto(`${item}/comments`);
  await expect(main(fan)).toContainText('takes no comments at the moment');
  await expect(question(fan)).toHaveCount(0);
});

test('a locked item shows how many comments there are, and none of them', async ({ page, elsewhere }) => {
  const vip = await elsewhere('vip@example.com');
  const [locked] = await called<{ id: number }[]>(vip, 'GET', '/api/content?tier=vip&limit=1');
  const words = `Only for those inside ${unique()}`;
  await called(vip, 'POST', `/api/content/${locked?.id}/comments`, { text: words });
  await page.goto(`/content/${locked?.id}/comments`);
  await expect(main(page)).toContainText(/\d+ comments?/);
  await expect(main(page)).toContainText('once your plan or a purchase opens this');
  await expect(main(page)).not.toContainText(words);
  await follow(page, 'See what opens it');
  await expect(page).toHaveURL(new RegExp(`/content/${locked?.id}$`));
});
