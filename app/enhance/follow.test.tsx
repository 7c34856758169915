import { expect, test } from 'vitest';
import { documentOf, enhancedSite, sendJson } from '../../tests/support/browser/enhanced.tsx';
import { FollowButton, followAddress } from '../features/community/follows/follow-button.tsx';
import { Count } from '../ui/figures/count.tsx';

const site = enhancedSite();
const marina = { username: 'marina', name: 'Marina Costa' };

const creatorPage = (following: boolean, followers: number) => () =>
  documentOf(
    <>
      <p id="counts">
        <Count of={followAddress('marina')} number={followers} /> followers,{' '}
        <Count of="following" number={9} /> of 10
      </p>
      <FollowButton {...marina} following={following} back="/creators/marina" />
      <FollowButton username="kenji" name="Kenji Sato" following={false} back="/creators/marina" />
    </>,
  );

test('a follow shows at once, is counted on the page, and ends as the server says', async () => {
  site.page('/creators/marina', creatorPage(false, 1));
  let answer = () => {};
  const text = 'You’ll see new techniques by Marina Costa in your feed.';
  const sent: string[] = [];
  site.answer('POST /creators/marina/follow', (request, response) => {
    sent.push(request.body);
    const toast = { kind: 'success', title: 'Following', text };
    answer = () => sendJson(response, 200, { ok: true, toast, data: { following: true, followers: 12 } });
  });
  const { page, errors } = await site.open('/creators/marina');
  const counts = page.locator('#counts');
  await page.getByRole('button', { name: 'Follow Marina Costa' }).click();
  const button = page.getByRole('button', { name: 'Following Marina Costa', pressed: true });
  await button.waitFor();
  expect(await button.isDisabled()).toBe(true);
  expect(await counts.textContent()).toBe('2 followers, 10 of 10');
  await expect.poll(() => sent).toEqual(['following=1&back=%2Fcreators%2Fmarina']);
  // The focus is not lost meanwhile, and a second press sends nothing.
  expect(await button.evaluate((each) => each === document.activeElement)).toBe(true);
  await page.keyboard.press('Enter');
  answer();
  await page.getByRole('status').getByText(text).waitFor();
  expect(await counts.textContent()).toBe('12 followers, 10 of 10');
  expect(await button.isEnabled()).toBe(true);
  expect(await button.evaluate((each) => each === document.activeElement)).toBe(true);
  expect(sent).toHaveLength(1);
  expect(await page.getByRole('button', { name: 'Follow Kenji Sato', pressed: false }).count()).toBe(1);
  expect(page.url()).toMatch(/\/creators\/marina$/);
  expect(errors).toEqual([]);
});

test('the answer does not move the focus of a member who goes on typing', async () => {
  site.page('/creators/marina', () =>
    documentOf(
      <>
        <input type="search" />
        <FollowButton {...marina} following={false} back="/creators/marina" />
      </>,
    ),
  );
  const arrived = Promise.withResolvers<() => void>();
  site.answer('POST /creators/marina/follow', (_, response) => {
    const data = { following: true, followers: 1 };
    arrived.resolve(() => sendJson(response, 200, { ok: true, data }));
  });
  const { page } = await site.open('/creators/marina');
  await page.getByRole('button', { name: 'Follow Marina Costa' }).click();
  const answer = await arrived.promise;
  await page.getByRole('searchbox').pressSequentially('kne');
  answer();
  await page.getByRole('button', { name: 'Following Marina Costa', disabled: false }).waitFor();
  await page.keyboard.type('e cut');
  expect(await page.getByRole('searchbox').inputValue()).toBe('knee cut');
});

test('at the limit the follow is undone, and the toast links to the plans', async () => {
  site.page('/creators/marina', creatorPage(false, 4));
  const link = { href: '/subscriptions', label: 'See the plans' };
  const toast = { kind: 'error', title: 'Error', text: 'The Explorer plan follows up to 10 creators.', link };
  site.answer('POST /creators/marina/follow', (_, response) =>
    sendJson(response, 409, { message: 'no', toast }),
  );
  const { page, errors } = await site.open('/creators/marina');
  await page.getByRole('button', { name: 'Follow Marina Costa' }).click();
  const said = page.getByRole('alert');
  await said.getByText('up to 10 creators').waitFor();
  expect(await said.getByRole('link', { name: 'See the plans' }).getAttribute('href')).toBe('/subscriptions');
  expect(await page.locator('#counts').textContent()).toBe('4 followers, 9 of 10');
  expect(await page.getByRole('button', { name: 'Follow Marina Costa', pressed: false }).isEnabled()).toBe(
    true,
  );
  expect(errors).toEqual([]);
});

test('a lost connection undoes the unfollow that was shown', async () => {
  site.page('/creators/marina', creatorPage(true, 4));
  site.answer('POST /creators/marina/follow', (_, response) => response.destroy());
  const { page, errors } = await site.open('/creators/marina');
  await page.getByRole('button', { name: 'Following Marina Costa' }).click();
  await page.getByRole('alert').getByText('That did not work. Please try again.').waitFor();
  expect(await page.locator('#counts').textContent()).toBe('4 followers, 9 of 10');
  expect(await page.locator('form[action$="marina/follow"] [name=following]').inputValue()).toBe('0');
  expect(errors).toEqual([]);
});
