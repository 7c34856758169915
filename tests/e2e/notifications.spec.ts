import type { Page } from '@playwright/test';
import { expect, phoneOrDesktop, publish, signUp, test } from './journey.ts';

const main = (page: Page) => page.locator('main');
const line = (page: Page, text: string | RegExp) =>
  main(page).getByRole('listitem').filter({ hasText: text });
const bell = (page: Page, unread: number) =>
  page.getByRole('banner').getByRole('link', { name: `Notifications, ${unread} unread` });

/** The worker writes it a moment after it happened. */
const hears = (page: Page, unread: number) =>
  expect(async () => {
    await page.goto('/discover');
    await expect(bell(page, unread)).toBeVisible({ timeout: 500 });
  }).toPass({ timeout: 20_000 });

test.use(phoneOrDesktop);

test('[9] a follower is notified of a new item, and the athlete of ratings', async ({
  page: athlete,
  elsewhere,
}) => {
  test.slow();
  const { username } = await signUp(athlete);
  const name = username.slice(-6);
  await publish(athlete, `Before ${name}`);
  const fan = await elsewhere();
  await signUp(fan);

  await fan.goto('/notifications');
  await expect(main(fan)).toContainText('Nothing yet');
  await fan.goto(`/creators/${username}`);
  await main(fan)
    .getByRole('button', { name: /^Follow/ })
    .first()
    .click();
  await expect(
    main(fan)
      .getByRole('button', { name: /^(Following|Unfollow)/ })
      .first(),
  ).toBeVisible();
  const item = await publish(athlete, `Knee cut ${name}`);
  const other = await publish(athlete, `Leg drag ${name}`);

  await hears(fan, 2);
  await bell(fan, 2).click();
  await expect(main(fan)).toContainText('2 unread');
  const group = 'Nova Silva published 2 techniques this week';
  await expect(line(fan, group)).toContainText('New');
  const address = await line(fan, group).getByRole('link').getAttribute('href');
  // The list of the line, without opening the line, which would mark all of it.
  await fan.goto(`/notifications?of=${address?.match(/\d+/)?.[0]}`);
  await expect(main(fan)).not.toContainText(`Before ${name}`);
  await expect(line(fan, `Leg drag ${name}`)).toContainText('New');
  await line(fan, `Nova Silva published “Knee cut ${name}”`).getByRole('link').click();
  await expect(fan).toHaveURL(new RegExp(`${item}$`));
  await expect(bell(fan, 1)).toBeVisible();
  await fan.goBack();
  await fan.reload();
  await expect(line(fan, `Knee cut ${name}`)).not.toContainText('New');
  await line(fan, `Leg drag ${name}`).getByRole('button', { name: 'Mark read' }).click();
  await expect(line(fan, `Leg drag ${name}`)).not.toContainText('New');
  await expect(fan.getByRole('banner').getByRole('link', { name: /unread/ })).toHaveCount(0);

  for (const rated of [item, other]) {
    await fan.goto(`${rated}/rate`);
    await fan.getByRole('radio', { name: /^5/ }).check();
    await main(fan)
      .getByRole('button', { name: /rating|Rate|Submit|Send/i })
      .first()
      .click();
    await expect(fan).toHaveURL(new RegExp(`${rated}$`));
  }
  await hears(athlete, 2);
  await bell(athlete, 2).click();
  await expect(line(athlete, '2 new ratings this week')).toContainText('New');
  await main(athlete).getByRole('button', { name: 'Mark all read' }).click();
  await expect(main(athlete).getByText('New', { exact: true })).toHaveCount(0);
  await expect(athlete.getByRole('banner').getByRole('link', { name: /unread/ })).toHaveCount(0);

  await line(athlete, '2 new ratings this week').getByRole('link').click();
  await expect(line(athlete, `1 new rating of “Knee cut ${name}”`)).toBeVisible();
  await athlete.getByRole('link', { name: 'All notifications' }).click();

  await main(athlete).getByText('Notification settings').click();
  await athlete.getByRole('checkbox', { name: 'Ratings' }).uncheck();
  await main(athlete).getByRole('button', { name: 'Save' }).click();
  await expect(athlete.getByText('Applies to new notifications.').first()).toBeVisible();
  await main(athlete).getByText('Notification settings').click();
  await expect(athlete.getByRole('checkbox', { name: 'Ratings' })).not.toBeChecked();
  await expect(athlete.getByRole('checkbox', { name: 'Sales' })).toBeChecked();
});
