import type { Page } from '@playwright/test';
import { expect, phoneOrDesktop, pictureFile, publish, signUp, signUpByForm, test } from './journey.ts';

const main = (page: Page) => page.locator('main');
const log = (page: Page) => page.getByRole('log');
const field = (page: Page) => page.getByRole('textbox', { name: /Your message to/ });
const send = (page: Page) => page.getByRole('button', { name: /^(Send|Try again)$/ }).click();

test.use(phoneOrDesktop);

/** An athlete who publishes. */
async function athleteWithItem(page: Page) {
  const { username } = await signUp(page);
  return { username, item: await publish(page, `Kesa gatame ${username.slice(-6)}`) };
}

test('[9] a fan writes, the athlete answers, blocks, reports and unblocks', async ({
  page: athlete,
  elsewhere,
  javaScriptEnabled,
}) => {
  test.slow();
  const { username, item } = await athleteWithItem(athlete);
  const fan = await elsewhere('premium@example.com');
  const visitor = await elsewhere();
  await visitor.goto(`/creators/${username}`);
  await main(visitor).getByRole('link', { name: 'Message' }).click();
  await expect(visitor).toHaveURL(/\/auth\?tab=sign-in&next=/);
  await signUpByForm(visitor, `/auth?tab=sign-up&next=${encodeURIComponent(`/messages/${username}`)}`);
  await expect(main(visitor)).toContainText('Athlete messaging is part of Premium');
  await expect(main(visitor).getByRole('link', { name: 'See the plans' })).toBeVisible();
  await expect(field(visitor)).toHaveCount(0);

  await fan.goto(item);
  await main(fan).getByRole('link', { name: 'Message', exact: true }).click();
  await expect(main(fan)).toContainText('You have not written to each other yet.');
  await field(fan).fill('How do you keep the head down?\n<b>Thanks</b> https://example.com');
  await fan
    .getByLabel('Pictures (optional)')
    .setInputFiles([
      await pictureFile('grip.png'),
      { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('no picture') },
    ]);
  await send(fan);
  await expect(fan.getByRole('alert').filter({ hasText: 'notes.txt' })).toBeVisible();
  await expect(field(fan)).toHaveValue(/keep the head down/);
  await expect(fan.getByRole('checkbox', { name: 'Use this picture' })).toBeChecked();
  await send(fan);
  await expect(log(fan)).toContainText('<b>Thanks</b> https://example.com');
  await expect(log(fan)).toContainText('Sent');
  await expect(log(fan).getByRole('img')).toHaveCount(1);
  await expect(log(fan).getByRole('link', { name: /example/ })).toHaveCount(0);
  await expect(field(fan)).toHaveValue('');

  await athlete.goto('/');
  await athlete.getByRole('link', { name: 'Messages, 1 unread' }).click();
  await expect(main(athlete)).toContainText('1 new message');
  await main(athlete).getByRole('listitem').getByRole('link').click();
  await expect(log(athlete)).toContainText('keep the head down');
  await expect(athlete.getByRole('link', { name: /unread/ })).toHaveCount(0);
  const picture = log(athlete).getByRole('img');
  await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);
  await field(athlete).fill('With the knee.');
  await send(athlete);
  await expect(log(athlete)).toContainText('With the knee.');

  if (javaScriptEnabled) {
    // The fan's page learns of it by itself.
    await expect(log(fan)).toContainText('With the knee.', { timeout: 20_000 });
  } else {
    await fan.getByRole('link', { name: 'Refresh' }).click();
    await expect(log(fan)).toContainText('With the knee.');
  }
  await expect(log(fan)).toContainText('Read');

  await field(athlete).fill('Half a sen');
  await log(athlete).getByRole('link', { name: 'Report this message' }).click();
  await athlete.getByRole('radio', { name: 'Spam' }).check();
  await athlete.getByRole('button', { name: 'Send report' }).click();
  await expect(athlete.getByText('Thank you for your report').first()).toBeVisible();
  if (javaScriptEnabled) {
    // The conversation below the dialog is still the one that scripts keep up to date.
    await expect(field(athlete)).toHaveValue('Half a sen');
    await field(fan).fill('Which knee?');
    await send(fan);
    await expect(log(athlete)).toContainText('Which knee?', { timeout: 20_000 });
    await field(athlete).fill('');
  }
  await main(athlete).getByRole('button', { name: 'Block' }).click();
  await expect(main(athlete).getByRole('button', { name: 'Unblock' })).toBeVisible();

  await fan.reload();
  await expect(main(fan)).toContainText('Nova Silva cannot receive messages at the moment.');
  await expect(log(fan)).toContainText('With the knee.');
  await main(athlete).getByRole('button', { name: 'Unblock' }).click();
  await fan.reload();
  await field(fan).fill('Thank you!');
  await send(fan);
  await expect(log(fan)).toContainText('Thank you!');

  await athlete.goto('/messages');
  await main(athlete).getByRole('button', { name: 'Turn these emails off' }).click();
  await expect(main(athlete)).toContainText('We don’t email you about messages.');
});

test('[9] nothing typed is lost when the connection drops', { tag: '@scripts' }, async ({
  page: athlete,
  elsewhere,
  javaScriptEnabled,
}) => {
  test.skip(!javaScriptEnabled, 'Without scripts the browser itself says so, and Back keeps the field.');
  const { username } = await athleteWithItem(athlete);
  const fan = await elsewhere('premium@example.com');
  await fan.goto(`/messages/${username}`);
  await expect(fan.getByRole('link', { name: 'Refresh' })).toBeHidden();
  await field(fan).fill('A long thought about grips');
  await fan.context().setOffline(true);
  await send(fan);
  await expect(fan.getByRole('alert')).toContainText('Your text is still here');
  await expect(field(fan)).toHaveValue('A long thought about grips');
  await fan.context().setOffline(false);
  await fan.reload();
  await expect(field(fan)).toHaveValue('A long thought about grips');
  await send(fan);
  await expect(log(fan)).toContainText('A long thought about grips');
  await fan.reload();
  await expect(field(fan)).toHaveValue('');
  await expect(log(fan).getByText('A long thought about grips')).toHaveCount(1);
});
