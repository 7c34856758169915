import { expect, publish, signUp, test } from '../journey.ts';
import { unique } from '../tasks/task.ts';

test('a member makes a list, sorts it and shows it to another by its link, until the link is closed', async ({
  page,
  elsewhere,
}) => {
  await signUp(page);
  const main = page.locator('main');
  const [first, second] = [`Knee cut ${unique()}`, `Lasso sweep ${unique()}`];
  const items = [await publish(page, first), await publish(page, second)];

  await page.goto(`${items[0]}/lists`);
  await page.getByLabel('Title of your first list').fill('Half guard');
  await main.getByRole('button', { name: 'Save' }).click();
  await expect(main.getByRole('heading', { level: 1 })).toHaveText(first);
  await page.goto(`${items[1]}/lists`);
  await page.getByRole('checkbox', { name: 'Half guard' }).check();
  await main.getByRole('button', { name: 'Save' }).click();
  await expect(main.getByRole('heading', { level: 1 })).toHaveText(second);

  await page.goto('/history');
  await main.getByRole('link', { name: 'Lists', exact: true }).click();
  await main.getByRole('link', { name: 'Half guard' }).click();
  const titles = main.locator('.card__title');
  await expect(titles).toHaveText([`1. ${first}`, `2. ${second}`]);
  await main.getByRole('button', { name: `Up ${second}` }).click();
  await expect(titles).toHaveText([`1. ${second}`, `2. ${first}`]);

  const other = await elsewhere();
  const address = page.url().replace(/#.*$/, '');
  expect((await other.goto(address))?.status()).toBe(404);
  await main.getByRole('link', { name: 'Edit', exact: true }).click();
  await page.getByRole('radio', { name: 'Everyone with its link' }).check();
  await main.getByRole('button', { name: 'Save' }).click();
  await expect(main).toContainText('Seen by: Everyone with its link');
  expect((await other.goto(address))?.status()).toBe(404);
  const link = await main.getByLabel('Link', { exact: true }).inputValue();
  expect((await other.goto(link))?.status()).toBe(200);
  await expect(other.locator('main .card__title')).toHaveText([`1. ${second}`, `2. ${first}`]);
  await expect(other.locator('main').getByRole('button', { name: /^Up/ })).toHaveCount(0);

  await main.getByRole('link', { name: 'Edit', exact: true }).click();
  await page.getByRole('radio', { name: 'Only you' }).check();
  await main.getByRole('button', { name: 'Save' }).click();
  await expect(main).toContainText('Seen by: Only you');
  expect((await other.goto(link))?.status()).toBe(404);
});

test('a followed list is on the home page until all of it is seen, and a search finds it', async ({
  page,
  elsewhere,
}) => {
  const creator = await elsewhere();
  await signUp(creator);
  const word = `Omoplata${unique()}`;
  const items = [await publish(creator, `A ${unique()}`), await publish(creator, `B ${unique()}`)];
  const made = await creator.request.post('/api/lists', {
    data: { title: `${word} drills`, visibility: 'public' },
  });
  const { id } = (await made.json()) as { id: number };
  for (const item of items)
    await creator.request.post(`/api/lists/${id}/entries`, {
      data: { contentId: Number(item.split('/').pop()) },
    });

  await signUp(page);
  const main = page.locator('main');
  await page.goto(`/discover?search=${word}`);
  await main.getByRole('link', { name: `${word} drills` }).click();
  await main.getByRole('button', { name: /^Follow/ }).click();
  await expect(
    main.getByRole('button', { name: /^(Following|Unfollow|Stop following)/ }).first(),
  ).toBeVisible();
  await page.goto(`/lists/${id}/1`);
  await main.getByRole('button', { name: /^Mark as seen/ }).click();
  await expect(main.getByRole('button', { name: /^Not seen yet/ }).first()).toBeVisible();
  await page.goto('/dashboard');
  const progress = main.getByRole('region', { name: 'Lists in progress' });
  await expect(progress).toContainText('1 of 2 seen');
  await progress.getByRole('link', { name: `${word} drills` }).click();
  await expect(page).toHaveURL(`/lists/${id}/2`);
  await main.getByRole('button', { name: /^Mark as seen/ }).click();
  await expect(main.getByRole('button', { name: /^Not seen yet/ }).first()).toBeVisible();
  await page.goto('/dashboard');
  await expect(main.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(progress).toHaveCount(0);
});

test('two tabs sort one list: the second is told, and shows the list as it is now', async ({ page }) => {
  await signUp(page);
  const titles = [`A ${unique()}`, `B ${unique()}`];
  const items = [await publish(page, titles[0] ?? ''), await publish(page, titles[1] ?? '')];
  const made = await page.request.post('/api/lists', { data: { title: 'Sorted twice' } });
  const { id } = (await made.json()) as { id: number };
  for (const item of items)
    await page.request.post(`/api/lists/${id}/entries`, {
      data: { contentId: Number(item.split('/').pop()) },
    });
  const tab = await page.context().newPage();
  for (const each of [page, tab]) await each.goto(`/lists/${id}`);
  await tab.getByRole('button', { name: `Up ${titles[1]}` }).click();
  await expect(tab.locator('main .card__title').first()).toHaveText(`1. ${titles[1]}`);
  await page.getByRole('button', { name: `Up ${titles[1]}` }).click();
  await expect(page.locator('#toast')).toContainText('another tab');
  await expect(page.locator('main .card__title').first()).toHaveText(`1. ${titles[1]}`);
});
